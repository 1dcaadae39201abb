import sys
import gc
import torch
net = torch.nn.Sequential(torch.nn.Linear(128, 512), torch.nn.ReLU(), torch.nn.Linear(512, 1))
total = 0
counts = []
for step in range(20):
    loss = net(torch.randn(256, 128)).pow(2).mean()
    loss.backward(retain_graph=True)
    total += loss.item() if "--fixed" in sys.argv else loss
    gc.collect()
    fn, n = getattr(total, "grad_fn", None), 0
    while fn is not None:
        n += 1
        fn = fn.next_functions[0][0] if fn.next_functions else None
    counts.append(n)
print(f"METRIC growth={counts[-1]}")
