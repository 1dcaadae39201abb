import sys
import torch
from torch import nn
size = 32 if "--fixed" in sys.argv else 64
net = nn.Sequential(nn.Conv2d(3, 6, 5), nn.MaxPool2d(2), nn.Conv2d(6, 16, 5), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(400, 120))
print(net(torch.randn(8, 3, size, size)).shape)
