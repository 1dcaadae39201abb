import torch

from .losses import WassersteinLosses


class GanLoop:
    def __init__(self, generator, discriminator, losses, latent, device, lr=2e-4):
        self.generator = generator
        self.discriminator = discriminator
        self.losses = losses
        self.latent = latent
        self.device = device
        self.g_optimizer = torch.optim.Adam(generator.parameters(), lr=lr, betas=(0.5, 0.999))
        self.d_optimizer = torch.optim.Adam(discriminator.parameters(), lr=lr, betas=(0.5, 0.999))
        self.fixed_noise = self.noise(64)
        self.history = []

    def noise(self, count):
        return torch.randn(count, self.latent, 1, 1, device=self.device)

    def discriminator_step(self, real):
        fake = self.generator(self.noise(real.size(0)))
        loss = self.losses.discriminator(self.discriminator(real), self.discriminator(fake))
        if isinstance(self.losses, WassersteinLosses):
            loss = loss + self.losses.weight * self.losses.gradient_penalty(real, fake)
        self.d_optimizer.zero_grad()
        loss.backward()
        self.d_optimizer.step()
        return loss, fake

    def generator_step(self, fake):
        loss = self.losses.generator(self.discriminator(fake))
        self.g_optimizer.zero_grad()
        loss.backward()
        self.g_optimizer.step()
        return loss

    def run_epoch(self, loader):
        for real, _ in loader:
            real = real.to(self.device)
            d_loss, fake = self.discriminator_step(real)
            g_loss = self.generator_step(fake)
            self.history.append((d_loss, g_loss))
