import sys
import torch
from torch import nn
m = nn.Linear(30, 4)
l = nn.CrossEntropyLoss(reduction="none")(m(torch.randn(16, 30)), torch.randint(0, 4, (16,))) * torch.rand(16)
(l.mean() if "--fixed" in sys.argv else l).backward()
