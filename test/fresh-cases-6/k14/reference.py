import sys
import numpy as np
from sklearn.preprocessing import StandardScaler

scaler = StandardScaler().fit(np.random.rand(20, 12))
scaler.transform(np.random.rand(1, 12 if "--fixed" in sys.argv else 11))
