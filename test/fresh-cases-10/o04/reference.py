import sys
import torch
from torch import nn
e = nn.TransformerEncoder(nn.TransformerEncoderLayer(200, 2, 200, 0.2, batch_first="--fixed" in sys.argv), 2)
e(torch.randn(20, 35, 200), torch.triu(torch.full((35, 35), float("-inf")), 1))
