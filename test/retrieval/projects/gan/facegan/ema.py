import copy


class Shadow:
    """A slow copy of a network, for sampling."""

    def __init__(self, network, decay=0.999):
        self.network = copy.deepcopy(network)
        self.decay = decay

    def update(self, source):
        own = dict(self.network.named_parameters())
        for name, value in source.named_parameters():
            own[name].data.mul_(self.decay).add_(value.data, alpha=1 - self.decay)
