import os

import torch
from torchvision.utils import save_image


@torch.no_grad()
def save_grid(generator, noise, path):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    save_image(generator(noise), path, nrow=8)


def interpolate(generator, start, end, steps=8):
    shares = torch.linspace(0, 1, steps).view(-1, 1, 1, 1)
    return generator(start * (1 - shares) + end * shares)
