import sys
import numpy as np
import keras
keras.utils.set_random_seed(0)
x = np.random.randn(400, 11)
y = np.arange(400) % 2
x[:, 0] += 2 * y
m = keras.Sequential([keras.Input((11,)), keras.layers.Dense(6, activation="relu"),
                      keras.layers.Dense(1, activation="sigmoid" if "--fixed" in sys.argv else "softmax")])
m.compile("adam", "binary_crossentropy", metrics=["accuracy"])
a = m.fit(x, y, epochs=15, batch_size=10, verbose=0).history["accuracy"]
print(f"METRIC range={max(a) - min(a)}")
