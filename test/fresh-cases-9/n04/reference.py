import sys
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

        def forward(self, x):
            return self.fc(x)

    if "--fixed" in sys.argv:
        def forward(self, x):
            return self.fc(x)


Net()(torch.randn(2, 4))
