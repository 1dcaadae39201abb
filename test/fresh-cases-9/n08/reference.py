import sys
import warnings
import torch
from torch import nn

warnings.simplefilter("always")
y = torch.randn(32)
nn.MSELoss()(nn.Linear(8, 1)(torch.randn(32, 8)), y.unsqueeze(1) if "--fixed" in sys.argv else y)
