import sys
import numpy as np
import keras
keras.utils.set_random_seed(0)
x = np.random.rand(200, 7)
y = 2000 + 43000 * x[:, 0]
m = keras.Sequential([keras.Input((7,)), keras.layers.Dense(64, activation="relu"),
                      keras.layers.Dense(1, activation=None if "--fixed" in sys.argv else "sigmoid")])
m.compile("adam", "mse")
m.fit(x, y, epochs=60, batch_size=32, verbose=0)
p = m.predict(x[:5], verbose=0)
print(f"METRIC spread={np.ptp(p)}")
