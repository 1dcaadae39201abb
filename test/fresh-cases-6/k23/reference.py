import torch

net = torch.nn.Linear(3, 2)
((net(torch.randn(5, 3)) - torch.randn(5, 2)) ** 2).mean(dim=1).sum().backward()
print("METRIC raised=0")
