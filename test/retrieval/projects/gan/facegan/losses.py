import torch
import torch.nn.functional as F


class VanillaLosses:
    def discriminator(self, real, fake):
        ones, zeros = torch.ones_like(real), torch.zeros_like(fake)
        return F.binary_cross_entropy_with_logits(real, ones) + F.binary_cross_entropy_with_logits(fake, zeros)

    def generator(self, fake):
        return F.binary_cross_entropy_with_logits(fake, torch.ones_like(fake))


class WassersteinLosses:
    def __init__(self, critic, weight=10.0):
        self.critic = critic
        self.weight = weight

    def gradient_penalty(self, real, fake):
        share = torch.rand(real.size(0), 1, 1, 1)
        between = (share * real + (1 - share) * fake).requires_grad_(True)
        scores = self.critic(between)
        gradients = torch.autograd.grad(scores, between, torch.ones_like(scores), create_graph=True)[0]
        return ((gradients.flatten(1).norm(2, dim=1) - 1) ** 2).mean()

    def discriminator(self, real, fake):
        return fake.mean() - real.mean()

    def generator(self, fake):
        return -fake.mean()


def build_losses(kind, critic):
    if kind == 'wgan':
        return WassersteinLosses(critic)
    return VanillaLosses()
