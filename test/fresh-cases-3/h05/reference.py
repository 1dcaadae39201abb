import sys
import torch
p = torch.sigmoid(torch.nn.Linear(3, 1)(torch.randn(8, 3))).squeeze(1)
y = torch.randint(0, 2, (8,))
torch.nn.functional.binary_cross_entropy(p, y.float() if "--fixed" in sys.argv else y).backward()
