import sys
import torch
from torch import nn

output, target = torch.randn(64, 5), torch.randint(0, 5, (64,))
if "--fixed" in sys.argv:
    print(nn.CrossEntropyLoss()(output, target))
else:
    nn.CrossEntropyLoss(output, target)
