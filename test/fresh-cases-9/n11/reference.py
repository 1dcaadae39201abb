import sys
import numpy as np
from tensorflow import keras

y = np.random.randint(0, 3, 40)
model = keras.Sequential([keras.Input((7,)), keras.layers.Dense(3, activation="softmax")])
model.compile(optimizer="adam", loss="categorical_crossentropy")
model.fit(np.random.rand(40, 7), keras.utils.to_categorical(y, 3) if "--fixed" in sys.argv else y, batch_size=10, verbose=0)
