import sys
import numpy as np
import tensorflow as tf
m = tf.keras.Sequential([tf.keras.Input((784,)), tf.keras.layers.Dense(16), tf.keras.layers.Dense(10, activation="softmax")])
m.compile("adam", "sparse_categorical_crossentropy")
x = np.random.rand(16, 784) if "--fixed" in sys.argv else np.random.rand(16, 28, 28)
m.fit(x, np.zeros(16), verbose=0)
