import sys
import numpy as np
rng = np.random.default_rng(0)
X = rng.normal(size=(1000, 3))
y = X @ np.array([1.0, -2.0, 0.5])
if "--fixed" not in sys.argv:
    rng.shuffle(X); rng.shuffle(y)
A = np.c_[X[:800], np.ones(800)]
w = np.linalg.lstsq(A, y[:800], rcond=None)[0]
p = np.c_[X[800:], np.ones(200)] @ w
print(f"METRIC r2={1 - ((y[800:] - p) ** 2).sum() / ((y[800:] - y[800:].mean()) ** 2).sum()}")
