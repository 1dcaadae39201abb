import sys
from sklearn.ensemble import RandomForestClassifier
f = RandomForestClassifier(n_estimators=2)
f.fit([[0], [1]] if "--fixed" in sys.argv else [["male"], ["female"]], [0, 1])
