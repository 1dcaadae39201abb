import sys
import torch
from torch import nn
rnn = nn.GRU(5, 10, batch_first=True)
h = torch.zeros(1, 4, 10)
for _ in range(2):
    out, h = rnn(torch.rand(4, 6, 5), h)
    if "--fixed" in sys.argv:
        h = h.detach()
    out.mean().backward()
