import sys, time
import torch
n = 6000
def by_list():
    return torch.cat([torch.rand(1, 64) for _ in range(n)])
def by_cat():
    f = torch.empty(0, 64)
    for _ in range(n):
        f = torch.cat([f, torch.rand(1, 64)])
    return f
def timed(f):
    s = time.time()
    f()
    return time.time() - s
timed(by_list)
fast = timed(by_list)
print(f"METRIC ratio={timed(by_list if '--fixed' in sys.argv else by_cat) / max(fast, 1e-3)}")
