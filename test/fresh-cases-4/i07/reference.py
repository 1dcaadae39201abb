import sys
import numpy as np
import keras
model = keras.Sequential([keras.Input((32, 32, 3)), keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
model.compile(loss="sparse_categorical_crossentropy" if "--fixed" in sys.argv else "categorical_crossentropy", optimizer="adam")
model.fit(np.random.rand(64, 32, 32, 3), np.random.randint(0, 10, (64, 1)), verbose=0)
