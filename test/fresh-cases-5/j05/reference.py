import sys
import torch
out = torch.nn.Linear(1, 1)(torch.rand(3, 1))
print((out.detach() if "--fixed" in sys.argv else out).numpy())
