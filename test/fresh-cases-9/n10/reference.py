import sys
import numpy as np
from tensorflow import keras

x = np.zeros((150, 150, 3), "float32")
model = keras.Sequential([keras.Input((150, 150, 3)), keras.layers.Conv2D(4, 3), keras.layers.Flatten(), keras.layers.Dense(1, activation="sigmoid")])
model.predict(x[None] if "--fixed" in sys.argv else x, verbose=0)
