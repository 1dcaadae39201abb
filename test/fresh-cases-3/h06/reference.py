import sys
import torch
x = torch.nn.LSTM(10, 20, num_layers=2)(torch.randn(5, 3, 10))
torch.nn.Linear(20, 1)(x[0] if "--fixed" in sys.argv else x)
