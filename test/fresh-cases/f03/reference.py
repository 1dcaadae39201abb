import sys
import torch
from torch import nn
out = torch.sigmoid(torch.rand(16, 1))
y = torch.ones(16)
print(nn.BCELoss()(out, y.unsqueeze(1) if "--fixed" in sys.argv else y))
