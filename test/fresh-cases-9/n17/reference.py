import sys
from sklearn.preprocessing import LabelEncoder

le = LabelEncoder().fit(["Bern", "Basel", "Lausanne"] if "--fixed" in sys.argv else ["Bern", "Basel"])
le.transform(["Bern", "Lausanne"])
