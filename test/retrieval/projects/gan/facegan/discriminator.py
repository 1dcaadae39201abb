import torch.nn as nn

from .blocks import down_block


class Discriminator(nn.Module):
    def __init__(self, width=64, channels=3, use_norm=True):
        super().__init__()
        self.layers = nn.Sequential(
            down_block(channels, width, norm=False),
            down_block(width, width * 2, norm=use_norm),
            down_block(width * 2, width * 4, norm=use_norm),
            down_block(width * 4, width * 8, norm=use_norm),
            nn.Conv2d(width * 8, 1, 4, 1, 0),
            nn.Sigmoid(),
        )

    def forward(self, images):
        return self.layers(images).view(-1)

    def features(self, images):
        return self.layers[:-2](images).flatten(1)
