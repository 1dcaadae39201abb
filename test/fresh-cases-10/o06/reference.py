import sys
import torch
from torch import nn
F = nn.functional
torch.manual_seed(0)
def focal(z, t):
    p = F.softmax(z, 1)
    lp = F.log_softmax(z, 1) if "--fixed" in sys.argv else torch.log(p)
    return (-F.one_hot(t, 5).float() * (1 - p) ** 2 * lp).sum(1).mean()
m = nn.Sequential(nn.Linear(16, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, 5))
o = torch.optim.SGD(m.parameters(), lr=0.001 if "--fixed" in sys.argv else 0.1, momentum=0.9)
for _ in range(200):
    y = torch.randint(0, 5, (64,))
    x = (torch.rand(64, 16) - 0.5) * 100
    x[torch.arange(64), y] += 30
    l = focal(m(x), y)
    o.zero_grad()
    l.backward()
    o.step()
print(f"METRIC loss={l.item()}")
