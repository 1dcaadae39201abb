import torch
torch.manual_seed(0)
x = torch.linspace(-1, 1, 100).unsqueeze(1)
y = 3 * x + 0.5
net = torch.nn.Linear(1, 1)
opt = torch.optim.SGD(net.parameters(), 0.1)
losses = []
for _ in range(100):
    loss = (net(x) - y).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    losses.append(loss.item())
print(f"METRIC ratio={losses[-1] / losses[0]}")
