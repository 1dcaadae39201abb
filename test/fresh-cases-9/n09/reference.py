import sys
import torch
from torch.utils.data import TensorDataset, random_split

data = TensorDataset(torch.zeros(1821))
n = int(len(data) * 0.8)
random_split(data, [n, len(data) - n if "--fixed" in sys.argv else int(len(data) * 0.2)])
