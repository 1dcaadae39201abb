import sys
import numpy as np
import keras
from sklearn.datasets import load_digits

keras.utils.set_random_seed(0)
x, y = load_digits(return_X_y=True)
if "--fixed" in sys.argv:
    order = np.random.permutation(len(x))
    x, y = x[order] / 16, y[order]
else:
    x = x / 16
    np.random.shuffle(x)
    np.random.shuffle(y)
model = keras.Sequential([keras.layers.Input((64,)), keras.layers.Dense(64, activation="relu"), keras.layers.Dense(10, activation="softmax")])
model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
h = model.fit(x[:1400], y[:1400], epochs=10, validation_data=(x[1400:], y[1400:]), verbose=0)
print(f"METRIC accuracy={h.history['val_accuracy'][-1]}")
