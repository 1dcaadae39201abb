import sys
import numpy as np
import keras
keras.utils.set_random_seed(0)
x = np.random.rand(200, 7)
y = x.mean(1, keepdims=True) + 0.05
m = keras.Sequential([keras.Input((7,)), keras.layers.Dense(32, activation="relu"), keras.layers.Dense(1)])
near = lambda t, p: keras.ops.mean(keras.ops.cast(keras.ops.abs(t - p) < 0.1, "float32"))
near.__name__ = "accuracy"
m.compile("adam", "mse", metrics=[near if "--fixed" in sys.argv else "accuracy"])
print(f"METRIC accuracy={m.fit(x, y, epochs=20, verbose=0).history['accuracy'][-1]}")
