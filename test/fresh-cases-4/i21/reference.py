import sys
import numpy as np
from sklearn.linear_model import SGDRegressor
from sklearn.preprocessing import StandardScaler
rng = np.random.RandomState(0)
X = np.c_[rng.rand(500) * 3000 + 300, rng.randint(1900, 2020, 500), rng.rand(500) * 50]
y = 120 * X[:, 0] + 300 * (X[:, 1] - 1900) - 900 * X[:, 2] + rng.randn(500) * 5000
if "--fixed" in sys.argv:
    X = StandardScaler().fit_transform(X)
print(f"METRIC score={SGDRegressor(random_state=0).fit(X[:400], y[:400]).score(X[400:], y[400:])}")
