import sys
import torch
from torch import nn
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 10))
x, y = torch.rand(128, 64), torch.randint(0, 10, (128,))
opt = torch.optim.Adam(net.parameters(), 1e-2)
for _ in range(200):
    opt.zero_grad()
    out = net(x)
    loss = nn.CrossEntropyLoss()(out if "--fixed" in sys.argv else out.softmax(1), y)
    loss.backward()
    opt.step()
print(f"METRIC loss={loss.item()}")
