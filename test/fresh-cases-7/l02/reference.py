import sys
import torch
from torch import nn
torch.manual_seed(0)
def make():
    return nn.Sequential(nn.Linear(13, 16), nn.ReLU(), nn.Linear(16, 1))
net = make()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
if "--fixed" not in sys.argv:
    net = make()
x, y = torch.randn(64, 13), torch.randn(64, 1)
losses = []
for _ in range(50):
    opt.zero_grad(); loss = ((net(x) - y) ** 2).mean(); loss.backward(); opt.step(); losses.append(loss.item())
print(f"METRIC change={losses[0] - losses[-1]}")
