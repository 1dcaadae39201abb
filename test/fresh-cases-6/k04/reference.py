import sys
import torch
from torch import nn

x = nn.Conv2d(32, 64, 3)(torch.randn(2, 32, 8, 8))
nn.BatchNorm2d(64 if "--fixed" in sys.argv else 32)(x)
