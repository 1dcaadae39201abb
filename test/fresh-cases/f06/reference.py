import sys
import torch
from torch.utils.data import DataLoader
ds = [(torch.rand(3, 8, 9), 0), (torch.rand(3, 6, 7), 1)]
for x, y in DataLoader(ds, batch_size=1 if "--fixed" in sys.argv else 2):
    print(x.shape)
