import sys
import warnings
import numpy as np
from sklearn.linear_model import LogisticRegression

warnings.simplefilter("always")
rng = np.random.default_rng(0)
x = rng.random((600, 4)) * [10, 1, 70, 280]
y = (x[:, 0] + 5 * x[:, 1] - x[:, 3] / 50 + rng.normal(0, 2, 600) > 4).astype(int)
LogisticRegression(max_iter=5000 if "--fixed" in sys.argv else 15).fit(x, y)
