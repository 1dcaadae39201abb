import sys, warnings
import torch
from torch import nn
warnings.simplefilter("ignore")
torch.manual_seed(0)
xs = torch.linspace(-1, 1, 100).unsqueeze(1)
ys = 3 * xs.squeeze() + 1
fit = nn.Linear(1, 1)
sgd = torch.optim.SGD(fit.parameters(), lr=0.1)
for _ in range(500):
    sgd.zero_grad()
    out = fit(xs).squeeze() if "--fixed" in sys.argv else fit(xs)
    nn.functional.mse_loss(out, ys).backward()
    sgd.step()
p = fit(xs).detach()
print(f"METRIC gap={(p.max() - p.min()).item()}")
