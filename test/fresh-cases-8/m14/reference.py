import sys
import numpy as np
import keras
keras.utils.set_random_seed(0)
y = np.arange(200) % 10
x = np.random.rand(200, 20)
x[np.arange(200), y] += 2
m = keras.Sequential([keras.Input((20,)), keras.layers.Dense(64, "relu"), keras.layers.Dense(10, "softmax")])
m.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
m.fit(x, y, epochs=20, verbose=0)
l = keras.models.model_from_json(m.to_json())
if "--fixed" in sys.argv:
    l.set_weights(m.get_weights())
l.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
print(f"METRIC difference={abs(m.evaluate(x, y, verbose=0)[1] - l.evaluate(x, y, verbose=0)[1])}")
