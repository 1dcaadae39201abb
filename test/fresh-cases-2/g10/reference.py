import sys
import torch
from torch import nn
x = torch.rand(4, 16, 45, 45)
x = x.view(4, -1) if "--fixed" in sys.argv else x.view(-1, 400)
print(nn.CrossEntropyLoss()(x, torch.tensor([0, 1, 2, 0])))
