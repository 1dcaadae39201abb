import sys, time
import torch
from torch import nn
torch.manual_seed(0)
torch.set_num_threads(1)
rnn, readout = nn.GRU(10, 64), nn.Linear(64, 1)
params = list(rnn.parameters()) + list(readout.parameters())
h = torch.zeros(1, 16, 64)
times = []
for it in range(60):
    x, y = torch.randn(20, 16, 10), torch.randn(20, 16, 1)
    start = time.process_time()
    out, h = rnn(x, h.detach() if "--fixed" in sys.argv else h)
    nn.functional.mse_loss(readout(out), y).backward(retain_graph=True)
    for p in params:
        p.data -= 0.001 * p.grad
        p.grad.zero_()
    times.append(time.process_time() - start)
early, late = sorted(times[3:9])[3], sorted(times[-6:])[3]
print(f"METRIC ratio={late / early}")
