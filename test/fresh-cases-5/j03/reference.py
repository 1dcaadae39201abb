import sys
import numpy as np
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
GridSearchCV(make_pipeline(StandardScaler(), SVC()), {"svc__C" if "--fixed" in sys.argv else "C": [1, 10]}, cv=2).fit(np.random.rand(40, 3), np.arange(40) % 2)
