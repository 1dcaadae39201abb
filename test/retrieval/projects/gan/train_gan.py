import argparse

import torch

from facegan.data import face_loader
from facegan.discriminator import Discriminator
from facegan.generator import Generator
from facegan.losses import build_losses
from facegan.loop import GanLoop
from facegan.sampling import save_grid


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--kind', choices=['dcgan', 'wgan'], default='dcgan')
    parser.add_argument('--root', required=True)
    parser.add_argument('--epochs', type=int, default=25)
    parser.add_argument('--latent', type=int, default=100)
    options = parser.parse_args()
    device = 'cuda' if torch.cuda.is_available() else 'cpu'
    generator = Generator(options.latent).to(device)
    discriminator = Discriminator(use_norm=options.kind == 'dcgan').to(device)
    loop = GanLoop(generator, discriminator, build_losses(options.kind, discriminator), options.latent, device)
    loader = face_loader(options.root)
    for epoch in range(options.epochs):
        loop.run_epoch(loader)
        save_grid(generator, loop.fixed_noise, 'samples/%03d.png' % epoch)


if __name__ == '__main__':
    main()
