import sys
import numpy as np
import keras
keras.utils.set_random_seed(0)
x, y = np.random.rand(96, 4), np.random.rand(96) * 30
if "--fixed" in sys.argv:
    y = (y > 15).astype(int)
model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1)])
model.compile("adam", "mse", metrics=["accuracy"])
print(f"METRIC accuracy={model.fit(x, y, epochs=3, verbose=0).history['accuracy'][-1]}")
