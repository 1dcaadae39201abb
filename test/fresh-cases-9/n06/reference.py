import sys
import torch
from torch.utils.data import DataLoader, TensorDataset

if __name__ == "__main__":
    loader = DataLoader(TensorDataset(torch.randn(8, 3, 32, 32), torch.zeros(8).long()), batch_size=4, num_workers=2)
    it = iter(loader)
    images, labels = next(it) if "--fixed" in sys.argv else it.next()
