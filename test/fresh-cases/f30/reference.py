import sys
import numpy as np
from sklearn.metrics import accuracy_score
p = np.array([0.2, 0.8])
print(accuracy_score([0, 1], p.round() if "--fixed" in sys.argv else p))
