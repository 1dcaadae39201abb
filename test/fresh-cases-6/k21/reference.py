import sys
import torch
from torch import nn

torch.manual_seed(0)
f = torch.log_softmax if "--fixed" in sys.argv else torch.softmax
print(f"METRIC loss={nn.NLLLoss()(f(torch.randn(32, 4), 1), torch.randint(0, 4, (32,))).item()}")
