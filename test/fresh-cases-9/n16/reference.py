import sys
import warnings
import numpy as np
from tensorflow import keras

warnings.simplefilter("always")
x, y = np.random.rand(96, 30), np.random.randint(0, 2, 96)


def batches():
    while True:
        for i in range(3):
            yield x[i * 32:(i + 1) * 32], y[i * 32:(i + 1) * 32]
        if "--fixed" not in sys.argv:
            return


model = keras.Sequential([keras.Input((30,)), keras.layers.Dense(1, activation="sigmoid")])
model.compile("adam", "binary_crossentropy")
model.fit(batches(), steps_per_epoch=3, epochs=4, verbose=0)
