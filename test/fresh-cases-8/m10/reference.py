import sys
import torch
torch.manual_seed(42)
x = torch.rand(100, 1) * 2
y = 4 + 3 * x + 0.1 * torch.randn(100, 1)
w, b = torch.randn(1, 1, requires_grad=True), torch.zeros(1, requires_grad=True)
losses = []
for _ in range(60):
    l = ((x.mm(w) + b - y) ** 2).mean()
    l.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
        b -= 0.1 * b.grad
        if "--fixed" in sys.argv:
            w.grad.zero_()
            b.grad.zero_()
    losses.append(l.item())
print(f"METRIC peak={max(losses[30:]) / losses[0]}")
