import sys
import torch
x = torch.rand(1, 224, 224, 3)
print(torch.nn.Conv2d(3, 64, 7)(x.permute(0, 3, 1, 2) if "--fixed" in sys.argv else x).shape)
