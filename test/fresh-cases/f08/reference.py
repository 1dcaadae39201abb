import sys
import torch
x = torch.randn(32, 64, requires_grad=True)
h = torch.sigmoid(x)
if "--fixed" in sys.argv:
    h = h + x
else:
    h += x
h.mean().backward()
