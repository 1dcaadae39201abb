import sys
import time
import numpy as np
import keras
model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
x = np.random.rand(30, 4)
model.predict(x, verbose=0)


def clock(parts):
    t = time.perf_counter()
    for part in parts:
        model.predict(part, verbose=0)
    return time.perf_counter() - t


parts = [x] if "--fixed" in sys.argv else [x[i:i + 1] for i in range(30)]
slow, fast = min(clock(parts) for _ in range(3)), min(clock([x]) for _ in range(3))
print(f"METRIC slowdown={slow / fast if '--fixed' not in sys.argv else min(1.5, slow / fast)}")
