import sys
import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import train_test_split
X, y = np.random.rand(891, 7), np.random.randint(0, 2, 891)
a, b, c, d = train_test_split(X, y, test_size=0.2)
RandomForestClassifier(n_estimators=5).fit(a, c if "--fixed" in sys.argv else b)
