import sys, torch
from torch import nn
torch.manual_seed(0)
y = torch.randint(0, 10, (512,)); x = torch.randn(10, 784)[y] + 0.1 * torch.randn(512, 784)
m = nn.Sequential(nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 10))
o = torch.optim.Adam(m.parameters())
for _ in range(150):
    p = m(x)
    l = nn.functional.cross_entropy(p if "--fixed" in sys.argv else p.softmax(1), y)
    o.zero_grad(); l.backward(); o.step()
print(f"METRIC loss={l.item()}")
