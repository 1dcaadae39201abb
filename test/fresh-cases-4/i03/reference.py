import sys
import torch
from torch import nn
x = torch.randn(16, 200, 40)
if "--fixed" in sys.argv:
    x = x.permute(0, 2, 1)
print(nn.Conv1d(40, 64, kernel_size=3, padding=1)(x).shape)
