import sys
import torch
layers = [torch.nn.Linear(2, 2)]
holder = torch.nn.Module()
holder.layers = torch.nn.ModuleList(layers) if "--fixed" in sys.argv else layers
torch.optim.SGD(holder.parameters(), lr=0.1)
