import sys
import torch
from torch import nn
one, two = nn.Linear(3, 1), nn.Linear(3, 1)
before = two.weight.detach().clone()
opt = torch.optim.Adam((two if "--fixed" in sys.argv else one).parameters())
two(torch.rand(8, 3)).pow(2).mean().backward()
opt.step()
print(f"METRIC change={(two.weight - before).abs().sum().item()}")
