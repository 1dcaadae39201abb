import sys
import torch
from torch import nn
torch.manual_seed(0)
y = torch.arange(320) % 10
x = torch.rand(320, 64) + torch.nn.functional.one_hot(y, 64) * 2
fixed = "--fixed" in sys.argv
layers = [nn.Linear(64, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, 10)]
m = nn.Sequential(*(layers if fixed else layers + [nn.ReLU()]))
o = torch.optim.SGD(m.parameters(), lr=0.05 if fixed else 1.0, momentum=0.9)
for _ in range(30):
    for i in range(0, 320, 32):
        o.zero_grad()
        l = nn.functional.cross_entropy(m(x[i:i + 32]), y[i:i + 32])
        l.backward()
        o.step()
print(f"METRIC loss={l.item()}")
