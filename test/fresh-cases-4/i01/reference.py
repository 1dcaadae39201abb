import sys
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 20, 5, 1)
        self.fc1 = nn.Linear(800, 500)
        self.fc2 = nn.Linear(500, 10)


trained = nn.DataParallel(Net())
torch.save((trained.module if "--fixed" in sys.argv else trained).state_dict(), "ckpt_best.pth")
Net().load_state_dict(torch.load("ckpt_best.pth", map_location="cpu"))
