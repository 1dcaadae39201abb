import sys
import torch
from torch import nn
torch.manual_seed(0)
def data(n):
    y = torch.randint(0, 2, (n,))
    x = torch.randn(n, 20, 8)
    x[:, :, 0] += (y.float() * 2 - 1).unsqueeze(1) * 0.8
    return x, y
class C(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(8, 32)
        self.out = nn.Linear(32, 2)
    def forward(self, x):
        x = x.transpose(0, 1) if "--fixed" in sys.argv else x.reshape(x.size(1), x.size(0), x.size(2))
        return self.out(self.lstm(x)[0][-1])
x, y = data(1024)
xt, yt = data(512)
m = C()
o = torch.optim.Adam(m.parameters(), lr=0.001)
for _ in range(8):
    for i in range(0, 1024, 64):
        o.zero_grad()
        nn.functional.cross_entropy(m(x[i:i + 64]), y[i:i + 64]).backward()
        o.step()
print(f"METRIC accuracy={(m(xt).argmax(1) == yt).float().mean().item()}")
