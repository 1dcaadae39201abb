import math


class WarmupCosine:
    """Rises for the first epochs, then falls along a half cosine."""

    def __init__(self, optimizer, epochs, warmup_epochs, min_lr=0.0):
        self.optimizer = optimizer
        self.epochs = epochs
        self.warmup_epochs = warmup_epochs
        self.min_lr = min_lr
        self.base = [group['lr'] for group in optimizer.param_groups]

    def factor(self, epoch):
        if epoch < self.warmup_epochs:
            return epoch / self.warmup_epochs
        progress = (epoch - self.warmup_epochs) / (self.epochs - self.warmup_epochs)
        return 0.5 * (1 + math.cos(math.pi * progress))

    def step(self, epoch):
        for group, base in zip(self.optimizer.param_groups, self.base):
            group['lr'] = max(self.min_lr, base * self.factor(epoch))
