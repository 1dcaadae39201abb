import sys
import torch
torch.manual_seed(0)
net = torch.nn.Linear(4, 2)
a = torch.randn(4, 4)
opt = torch.optim.SGD(net.parameters(), 0.01)
for _ in range(3):
    loss = torch.sqrt(((net(a) - net(a)) ** 2).sum(1) + (1e-9 if "--fixed" in sys.argv else 0)).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(f"METRIC loss={loss.item()}")
