import sys
import torch
y = torch.nn.Linear(2, 1)(torch.rand(4, 2))
print((y.detach() if "--fixed" in sys.argv else y).numpy())
