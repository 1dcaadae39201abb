import sys, torch
from torch import nn
torch.manual_seed(0)
m = nn.Sequential(nn.Linear(8, 64), nn.Dropout(0.5), nn.Linear(64, 10))
if "--fixed" in sys.argv: m.eval()
x = torch.ones(1, 8)
print(f"METRIC diff={(m(x) - m(x)).abs().max().item()}")
