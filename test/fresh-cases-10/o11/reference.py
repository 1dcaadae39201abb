import sys
import numpy as np
import keras
from tensorflow.keras.preprocessing.image import ImageDataGenerator
keras.utils.set_random_seed(0)
y = np.arange(480) % 3
x = np.random.randint(0, 120, (480, 16, 16, 3)).astype("float32")
for c in range(3):
    x[y == c, :, :, c] += 120
t = np.eye(3)[y]
m = keras.Sequential([keras.Input((16, 16, 3)), keras.layers.Conv2D(8, 3, activation="relu"), keras.layers.Flatten(), keras.layers.Dense(3, "softmax")])
m.compile("adam", "categorical_crossentropy", metrics=["accuracy"])
g = ImageDataGenerator(rescale=1 / 255)
h = m.fit(g.flow(x, t, batch_size=32), epochs=5, verbose=0, validation_data=g.flow(x, t, batch_size=32))
p = m.predict(g.flow(x, t, batch_size=32, shuffle="--fixed" not in sys.argv), verbose=0).argmax(1)
print(f"METRIC gap={h.history['val_accuracy'][-1] - (p == y).mean()}")
