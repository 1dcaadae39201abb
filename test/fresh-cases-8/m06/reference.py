import sys
import torch
from torch import nn
torch.manual_seed(0)
m = nn.Sequential(nn.Linear(20, 64), nn.ReLU(), nn.Dropout(0.5), nn.Linear(64, 3))
if "--fixed" in sys.argv:
    m.eval()
x = torch.ones(1, 20)
with torch.no_grad():
    print(f"METRIC difference={(m(x) - m(x)).abs().max().item()}")
