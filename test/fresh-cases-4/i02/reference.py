import sys
import torch
from torch import nn
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(11, 32), nn.ReLU(), nn.Linear(32, 1))
scores = net(torch.randn(64, 11) * 3)
if "--fixed" in sys.argv:
    scores = torch.sigmoid(scores)
print(nn.BCELoss()(scores, torch.randint(0, 2, (64, 1)).float()))
