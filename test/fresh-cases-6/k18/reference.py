import sys
import torch

p = torch.nn.Parameter(torch.ones(1))
opt = torch.optim.SGD([p], lr=0.1)
sched = torch.optim.lr_scheduler.ExponentialLR(opt, gamma=0.9)
for epoch in range(2):
    for _ in range(250):
        opt.step()
        if "--fixed" not in sys.argv:
            sched.step()
    if "--fixed" in sys.argv:
        sched.step()
print(f"METRIC lr={opt.param_groups[0]['lr']}")
