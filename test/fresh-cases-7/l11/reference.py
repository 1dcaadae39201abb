import sys
import torch
from torch import nn
torch.manual_seed(0)
m = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 5))
m[2].weight.requires_grad = "--fixed" in sys.argv
o = torch.optim.SGD(m.parameters(), lr=0.01)
before = m[2].weight.detach().clone()
for _ in range(5):
    o.zero_grad(); nn.functional.cross_entropy(m(torch.randn(16, 8)), torch.randint(5, (16,))).backward(); o.step()
print(f"METRIC change={(before - m[2].weight).abs().sum().item()}")
