import sys
import numpy as np
import keras

a, b = keras.layers.Input((4,)), keras.layers.Input((2,))
model = keras.Model([a, b], keras.layers.Dense(1)(keras.layers.concatenate([a, b])))
x, m = np.zeros((1, 4)), np.zeros((1, 2))
model.predict([x, m] if "--fixed" in sys.argv else x, verbose=0)
