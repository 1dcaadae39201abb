import sys, warnings
import torch
warnings.simplefilter("always")
p = torch.nn.Parameter(torch.ones(1))
o = torch.optim.SGD([p], lr=0.1)
s = torch.optim.lr_scheduler.StepLR(o, step_size=30)
for _ in range(2):
    if "--fixed" not in sys.argv: s.step()
    o.zero_grad(); p.sum().backward(); o.step()
    if "--fixed" in sys.argv: s.step()
