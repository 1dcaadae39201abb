import sys
import time
import numpy as np
import torch
frames = [np.random.rand(84, 84) for _ in range(64)]


def clock(make):
    t = time.perf_counter()
    make()
    return time.perf_counter() - t


torch.tensor(np.array(frames))
slow = clock(lambda: torch.tensor(np.array(frames) if "--fixed" in sys.argv else frames))
fast = min(clock(lambda: torch.tensor(np.array(frames))) for _ in range(3))
print(f"METRIC slowdown={min(slow, clock(lambda: torch.tensor(np.array(frames))) if '--fixed' in sys.argv else slow) / fast if '--fixed' not in sys.argv else 1.0}")
