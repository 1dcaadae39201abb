import sys
import torch
from torch import nn
blocks, c = [nn.Conv2d(3, 64, 3, stride=1 if "--fixed" in sys.argv else 2, padding=1), nn.ReLU(), nn.MaxPool2d(2)], 64
for k in (192, 384, 256, 256):
    blocks += [nn.Conv2d(c, k, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2)]
    c = k
nn.Sequential(*blocks)(torch.randn(4, 3, 32, 32))
