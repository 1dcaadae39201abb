import sys, torch
from torch import nn
torch.manual_seed(0)
n = nn.Linear(20, 1); o = torch.optim.SGD(n.parameters(), 0.1)
x, y = torch.randn(64, 20), torch.randn(64, 1)
v = []
for _ in range(5):
    o.zero_grad(); l = (n(x) - y).abs().mean(); v.append(l.item())
    (l if "--fixed" in sys.argv else torch.tensor(l.item(), requires_grad=True)).backward(); o.step()
print(f"METRIC change={abs(v[0] - v[-1])}")
