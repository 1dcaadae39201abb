import sys
import numpy as np
import keras
x, y = np.random.rand(96, 4), np.random.rand(96)
if "--fixed" not in sys.argv:
    y[::9] = np.nan
model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1)])
model.compile("adam", "mse")
print(f"METRIC loss={model.fit(x, y, verbose=0).history['loss'][-1]}")
