import sys
import torch
from torch.utils.data import DataLoader
size = (480, 640) if "--fixed" in sys.argv else (375, 500)
data = [(torch.rand(3, 480, 640), 0), (torch.rand(3, *size), 1)]
for x, y in DataLoader(data, batch_size=2):
    print(x.shape)
