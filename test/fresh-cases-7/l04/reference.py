import sys
import torch
eps = 1e-8 if "--fixed" in sys.argv else 0.0
emb = torch.nn.Linear(4, 2)
x = torch.ones(3, 4)
torch.sqrt(((emb(x) - emb(x)) ** 2).sum(dim=1) + eps).mean().backward()
print(f"METRIC nan={int(emb.weight.grad.isnan().any())}")
