import torch
torch.manual_seed(3)
m = torch.nn.Linear(6, 1)
o = torch.optim.Adam(m.parameters(), lr=0.01)
b = m.weight.detach().clone()
x, y = torch.randn(32, 6), torch.randn(32, 1)
for _ in range(10):
    o.zero_grad(); ((m(x) - y) ** 2).mean().backward(); o.step()
print(f"METRIC change={(b - m.weight).abs().sum().item()}")
