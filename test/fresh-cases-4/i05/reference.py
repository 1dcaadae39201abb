import sys
import torch
from torch import nn
lstm = nn.LSTM(100, 128, 2, batch_first=True)
x = torch.randn(40, 20, 100)
size = len(x) if "--fixed" in sys.argv else 64
lstm(x, (torch.zeros(2, size, 128), torch.zeros(2, size, 128)))
