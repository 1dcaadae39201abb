import sys
import numpy as np
from sklearn.linear_model import LinearRegression
x = np.array([1.1, 1.3, 1.5, 2.0, 2.2, 2.9])
print(LinearRegression().fit(x.reshape(-1, 1) if "--fixed" in sys.argv else x, x).coef_)
