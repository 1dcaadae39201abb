import sys
import torch
w = torch.zeros(3, requires_grad=True)
(w * torch.ones(3)).sum().backward()
with torch.set_grad_enabled("--fixed" not in sys.argv):
    w -= 0.1 * w.grad
