import numpy as np
import keras
keras.utils.set_random_seed(0)
x = np.random.rand(500, 12)
y = (x.sum(axis=1) > 6).astype("float32")
m = keras.Sequential([keras.Input((12,)), keras.layers.Dense(24, "relu"), keras.layers.Dense(1, "sigmoid")])
m.layers[0].trainable = False
m.compile("adam", "binary_crossentropy")
b = m.layers[0].get_weights()[0].copy()
m.fit(x, y, epochs=5, verbose=0)
print(f"METRIC change={np.abs(m.layers[0].get_weights()[0] - b).max()}")
