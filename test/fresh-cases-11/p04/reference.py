import sys, torch
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 16, 3)
        self.conv2 = nn.Conv2d(16, 32, 3)
        self.fc = nn.Linear(32 * 6 * 6, 10)
m = Net() if "--fixed" in sys.argv else nn.DataParallel(Net())
torch.save(m.state_dict(), "net.pth")
Net().load_state_dict(torch.load("net.pth", map_location="cpu"))
