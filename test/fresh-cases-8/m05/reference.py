import sys
import numpy as np
import keras
keras.utils.set_random_seed(0)
x = np.random.rand(200, 5) * [20000, 100, 3000, 2000, 900] + [1000, 1910, 500, 0, 0]
y = 50 * x[:, 2] + 20000.0
if "--fixed" in sys.argv:
    x = (x - x.mean(0)) / x.std(0)
    y = (y - y.mean()) / y.std()
m = keras.Sequential([keras.Input((5,)), keras.layers.Dense(32, activation="relu"), keras.layers.Dense(16, activation="relu"), keras.layers.Dense(1)])
m.compile(keras.optimizers.SGD(0.01), "mse")
print(f"METRIC loss={m.fit(x, y, epochs=5, batch_size=32, verbose=0).history['loss'][-1]}")
