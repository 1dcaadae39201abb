import sys
import numpy as np
from tensorflow import keras

x, y = np.random.rand(64, 8, 8, 1), np.random.randint(0, 7, 64)
flow = keras.preprocessing.image.ImageDataGenerator().flow(x, y, batch_size=16)
model = keras.Sequential([keras.Input((8, 8, 1)), keras.layers.Flatten(), keras.layers.Dense(7, activation="softmax")])
model.compile("adam", "sparse_categorical_crossentropy")
model.fit(flow, verbose=0, **({} if "--fixed" in sys.argv else {"validation_split": 0.2}))
