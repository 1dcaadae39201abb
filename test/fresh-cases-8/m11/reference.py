import sys
import torch
from torch import nn
torch.manual_seed(0)
m = nn.Sequential(nn.Linear(24, 48), nn.Tanh(), nn.Linear(48, 6), nn.Softmax(dim=1 if "--fixed" in sys.argv else 0))
print(f"METRIC sum={m(torch.randn(32, 24)).sum(1).mean().item()}")
