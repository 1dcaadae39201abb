import sys
import numpy as np
import keras

model = keras.Sequential([keras.layers.Input((4,)), keras.layers.Dense(10, activation="softmax")])
model.compile(loss="sparse_categorical_crossentropy", optimizer="adam")
y = np.random.randint(0, 10, 32)
model.fit(np.random.rand(32, 4), y if "--fixed" in sys.argv else keras.utils.to_categorical(y, 10), verbose=0)
