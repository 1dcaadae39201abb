import sys
import torch
from torch.utils.data import DataLoader, TensorDataset


def main():
    data = TensorDataset(torch.rand(32, 3), torch.rand(32, 1))
    for x, y in DataLoader(data, batch_size=8, num_workers=1, multiprocessing_context="spawn"):
        print(x.shape)


if "--fixed" not in sys.argv or __name__ == "__main__":
    main()
