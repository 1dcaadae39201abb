import sys
import torch
from torch import nn
import torch.nn.functional as F
torch.manual_seed(0)
x, y = torch.randn(100, 5), -1 - 29 * torch.rand(100, 1)
a, b = nn.Linear(5, 64), nn.Linear(64, 1)
opt = torch.optim.SGD([*a.parameters(), *b.parameters()], lr=0.01)
for _ in range(200):
    p = b(F.relu(a(x)))
    p = p if "--fixed" in sys.argv else F.relu(p)
    loss = F.mse_loss(p, y); opt.zero_grad(); loss.backward(); opt.step()
print(f"METRIC largest={p.abs().max().item()}")
