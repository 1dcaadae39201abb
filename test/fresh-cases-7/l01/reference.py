import sys
import numpy as np
import keras
keras.utils.set_random_seed(0)
y = np.arange(150) % 3
x = np.random.rand(150, 4) + y[:, None]
fixed = "--fixed" in sys.argv
head = keras.layers.Dense(3, activation="softmax") if fixed else keras.layers.Dense(1, activation="sigmoid")
m = keras.Sequential([keras.Input((4,)), keras.layers.Dense(16, activation="relu"), head])
m.compile("adam", "sparse_categorical_crossentropy" if fixed else "binary_crossentropy")
print(f"METRIC loss={m.fit(x, y, epochs=60, batch_size=10, verbose=0).history['loss'][-1]}")
