import sys
import torch
print(torch.nn.Linear(10, 2).to("cpu" if "--fixed" in sys.argv else "cuda:0"))
