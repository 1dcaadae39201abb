import sys
import torch
from torch import nn
torch.manual_seed(0)
y = torch.arange(256) % 4
x = torch.rand(256, 12) * 100 + 700
x[torch.arange(256), y] += 100
p = 0.1 if "--fixed" in sys.argv else 0.001
m = nn.Sequential(nn.Linear(12, 64), nn.BatchNorm1d(64, momentum=p), nn.ReLU(), nn.Linear(64, 64), nn.BatchNorm1d(64, momentum=p), nn.ReLU(), nn.Linear(64, 4))
o = torch.optim.Adam(m.parameters(), lr=0.01)
for _ in range(15):
    for i in range(0, 256, 32):
        o.zero_grad()
        nn.functional.cross_entropy(m(x[i:i + 32]), y[i:i + 32]).backward()
        o.step()
of = lambda: (m(x).argmax(1) == y).float().mean().item()
m.eval()
print(f"METRIC eval_accuracy={of()}")
