import sys
import torch
from torch import nn

lstm = nn.LSTM(input_size=1, hidden_size=8, batch_first=True)
seq = torch.randn(32, 24)
lstm(seq.unsqueeze(-1) if "--fixed" in sys.argv else seq.unsqueeze(0))
