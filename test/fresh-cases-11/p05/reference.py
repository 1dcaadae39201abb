import sys, torch
from torch import nn
net = nn.Sequential(nn.Flatten(), nn.Linear(784, 10))
loss = nn.CrossEntropyLoss() if "--fixed" in sys.argv else nn.CrossEntropyLoss
loss(net(torch.randn(256, 1, 28, 28)), torch.randint(0, 10, (256,)))
