import sys
import numpy as np
import keras

fixed = "--fixed" in sys.argv
keras.utils.set_random_seed(0)
x = np.random.rand(200, 5)
y = (x[:, 0] > 0.5).astype(int)
model = keras.Sequential([keras.layers.Input((5,)), keras.layers.Dense(1, activation="sigmoid" if fixed else "softmax")])
model.compile(loss="binary_crossentropy" if fixed else "categorical_crossentropy", optimizer="adam")
print(f"METRIC loss={model.fit(x, y, epochs=2, verbose=0).history['loss'][-1]}")
