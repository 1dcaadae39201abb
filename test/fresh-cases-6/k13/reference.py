import sys
import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression

df = pd.DataFrame({"a": [1.0, 2.0, np.nan, 4.0], "y": [0, 1, 0, 1]})
if "--fixed" in sys.argv:
    df = df.dropna()
else:
    df.dropna()
LogisticRegression().fit(df[["a"]], df["y"])
