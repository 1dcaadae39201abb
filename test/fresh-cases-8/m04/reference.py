import sys
import torch
from torch import nn
torch.manual_seed(0)
m = nn.Sequential(nn.Linear(10, 32), nn.ReLU(), nn.Linear(32, 1))
o = torch.optim.Adam(m.parameters(), lr=0.01)
x, y = torch.randn(64, 10), torch.randn(64, 1)
before = m[0].weight.clone()
for _ in range(20):
    o.zero_grad()
    l = ((m(x) - y) ** 2).mean()
    if "--fixed" not in sys.argv:
        l = l.detach().clone().requires_grad_()
    l.backward()
    o.step()
print(f"METRIC change={(before - m[0].weight).abs().max().item()}")
