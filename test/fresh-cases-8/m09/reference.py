import sys
import numpy as np
import keras
keras.utils.set_random_seed(0)
y = np.arange(120) % 2
x = np.random.randint(0, 100, (120, 8, 8, 3)) + 100 * y[:, None, None, None]
fixed = "--fixed" in sys.argv
if fixed:
    x = x / 255.0
m = keras.Sequential([keras.Input((8, 8, 3)), keras.layers.Flatten(), keras.layers.Dense(64, activation="relu"), keras.layers.Dense(1, activation="sigmoid" if fixed else "relu")])
m.compile("rmsprop", "binary_crossentropy", metrics=["accuracy"])
print(f"METRIC accuracy={m.fit(x, y, epochs=40, batch_size=32, verbose=0).history['accuracy'][-1]}")
