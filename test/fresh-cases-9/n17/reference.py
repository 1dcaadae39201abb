import sys
import numpy as np
from sklearn.preprocessing import LabelEncoder

known = np.array(["Bern", "Basel", "Lausanne"] if "--fixed" in sys.argv else ["Bern", "Basel"], dtype=object)
LabelEncoder().fit(known).transform(np.array(["Bern", "Lausanne"], dtype=object))
