import sys
import numpy as np
from tensorflow import keras

x = np.zeros((64, 28, 28), "float32")
y = np.eye(10)[np.zeros(64, int)]
model = keras.Sequential([keras.Input((28, 28, 1)), keras.layers.Conv2D(4, 3), keras.layers.MaxPooling2D(2), keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
model.compile(loss="categorical_crossentropy", optimizer="adam")
model.fit(x[..., None] if "--fixed" in sys.argv else x, y, verbose=0)
