class LinearEpsilon:
    def __init__(self, start, end, duration):
        self.start = start
        self.end = end
        self.duration = duration

    def value(self, step):
        share = min(step / self.duration, 1.0)
        return self.start + share * (self.end - self.start)


class ExponentialEpsilon:
    def __init__(self, start, end, decay):
        self.start, self.end, self.decay = start, end, decay

    def value(self, step):
        return max(self.end, self.start * self.decay ** step)
