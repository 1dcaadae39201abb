import sys
import torch
from torch.utils.data import DataLoader, TensorDataset
torch.manual_seed(0)
loader = DataLoader(TensorDataset(torch.randn(320, 20), torch.randint(0, 10, (320,))), 32)
net = torch.nn.Linear(20, 10)
correct = sum((net(x).argmax(1) == y).sum().item() for x, y in loader)
print(f"METRIC accuracy={100 * correct / (320 if '--fixed' in sys.argv else len(loader))}")
