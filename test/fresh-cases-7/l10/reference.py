import sys
import numpy as np
import keras
keras.utils.set_random_seed(0)
x = np.linspace(1, 20, 40).reshape(-1, 1); y = 30 + 4.5 * x
m = keras.Sequential([keras.Input((1,)), keras.layers.Dense(1)])
m.compile(keras.optimizers.SGD(0.0005 if "--fixed" in sys.argv else 0.1), "mse")
h = m.fit(x, y, epochs=3, verbose=0).history["loss"]
print(f"METRIC growth={h[-1] / h[0]}")
