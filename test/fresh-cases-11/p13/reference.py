import sys, numpy as np
from sklearn.svm import SVC
r = np.random.RandomState(0)
y = r.permutation(np.arange(200) % 2); x = r.rand(200, 6) * 3000; x[:, 0] += y * 1500
if "--fixed" in sys.argv: x = (x - x.mean(0)) / x.std(0)
p = SVC(gamma="auto").fit(x[:140], y[:140]).predict(x[140:])
print(f"METRIC classes={len(set(p))}")
