import sys
import numpy as np
import keras
keras.utils.set_random_seed(0)
x = np.concatenate([np.random.rand(400, 64) + 0.5, np.random.rand(400, 64)])
y = np.concatenate([np.ones(400), np.zeros(400)])
if "--fixed" in sys.argv:
    p = np.random.permutation(800); x, y = x[p], y[p]
m = keras.Sequential([keras.Input((64,)), keras.layers.Dense(32, activation="relu"), keras.layers.Dense(1, activation="sigmoid")])
m.compile("rmsprop", "binary_crossentropy", metrics=["accuracy"])
h = m.fit(x[:480], y[:480], validation_data=(x[480:], y[480:]), epochs=10, verbose=0).history
h = m.fit(x, y, validation_split=0.4, epochs=10, verbose=0).history
print(f"METRIC gap={h['accuracy'][-1] - h['val_accuracy'][-1]}")
