import numpy as np
import keras
model = keras.Sequential([keras.Input((8,)), keras.layers.Dropout(0.5), keras.layers.Dense(3)])
x = np.random.rand(64, 8)
print(f"METRIC difference={np.abs(model.predict(x, verbose=0) - model.predict(x, verbose=0)).max()}")
