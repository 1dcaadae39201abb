import sys
import torch


class Net(torch.nn.Module):
    def forward(self, x):
        return x


print(Net()(*([torch.ones(1)] if "--fixed" in sys.argv else [torch.ones(1), 2])))
