import sys
import torch
print(torch.nn.CrossEntropyLoss()(torch.rand(1, 5), torch.tensor([4 if "--fixed" in sys.argv else 5])))
