import sys, torch
from torch.utils.data import DataLoader
w = [431, 431 if "--fixed" in sys.argv else 517]
for b in DataLoader([(torch.zeros(1, 128, n), 0) for n in w], batch_size=2):
    pass
