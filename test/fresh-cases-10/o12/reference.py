import sys
import numpy as np
import keras
keras.utils.set_random_seed(1)
y = np.random.randint(0, 10, 1440)
x = np.random.rand(10, 64)[y] * 0.5 + np.random.rand(1440, 64) * 0.5
m = keras.Sequential([keras.Input((64,)), keras.layers.Dense(128, "relu"), keras.layers.Dense(64, "relu"), keras.layers.Dense(10)])
m.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits="--fixed" in sys.argv), metrics=["accuracy"])
h = m.fit(x, y, epochs=15, batch_size=32, verbose=0)
print(f"METRIC accuracy={h.history['accuracy'][-1]}")
