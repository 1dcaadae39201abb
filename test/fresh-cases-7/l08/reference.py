import sys, time
import torch
t = torch.rand(100000)
s = time.time(); t.sum(); fast = time.time() - s
s = time.time()
total = t.sum() if "--fixed" in sys.argv else sum(t[i] for i in range(len(t)))
print(f"METRIC ratio={(time.time() - s) / max(fast, 1e-4)}")
