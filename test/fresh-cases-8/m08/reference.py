import sys
import torch
from torch import nn
m = nn.Sequential(nn.Linear(100, 50), nn.ReLU(), nn.Linear(50, 10))
kept = []
x, y = torch.randn(32, 100), torch.randint(0, 10, (32,))
for _ in range(50):
    l = nn.functional.cross_entropy(m(x), y)
    kept.append(l.item() if "--fixed" in sys.argv else l)
print(f"METRIC graphs={sum(1 for k in kept if getattr(k, 'grad_fn', None) is not None)}")
