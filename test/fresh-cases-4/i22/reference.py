import torch
from torch import nn
torch.manual_seed(0)
from sklearn.datasets import load_digits
x, y = load_digits(return_X_y=True)
x, y = torch.tensor(x / 16).float(), torch.tensor(y)
net = nn.Sequential(nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10))
opt = torch.optim.Adam(net.parameters(), 0.001)
for _ in range(100):
    opt.zero_grad()
    loss = nn.CrossEntropyLoss()(net(x), y)
    loss.backward()
    opt.step()
accuracy = (net(x).argmax(1) == y).float().mean().item()
print(f"METRIC accuracy={accuracy}")
assert accuracy > 0.3
