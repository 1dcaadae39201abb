import torch.nn as nn

from .blocks import up_block


class Generator(nn.Module):
    """From a latent vector to an image of 64 by 64 with values from -1 to 1."""

    def __init__(self, latent, width=64, channels=3):
        super().__init__()
        self.latent = latent
        self.layers = nn.Sequential(
            up_block(latent, width * 8, stride=1, padding=0),
            up_block(width * 8, width * 4),
            up_block(width * 4, width * 2),
            up_block(width * 2, width),
            nn.ConvTranspose2d(width, channels, 4, 2, 1),
            nn.Tanh(),
        )

    def forward(self, noise):
        return self.layers(noise)
