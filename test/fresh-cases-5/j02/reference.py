import sys
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        layers = [nn.Linear(2, 3)]
        self.layers = nn.ModuleList(layers) if "--fixed" in sys.argv else layers


torch.optim.Adam(Net().parameters())
