import sys
import torch
x = torch.randn(2, 64, 16, 16)
conv = torch.nn.Conv2d(64, 64 if "--fixed" in sys.argv else 128, 3, padding=1)
print((x + conv(x)).shape)
