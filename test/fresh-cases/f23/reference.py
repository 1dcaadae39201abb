import sys
import numpy as np
import tensorflow as tf
L = tf.keras.layers
m = tf.keras.Sequential([tf.keras.Input((28, 28, 1)), L.Conv2D(4, 3), L.Flatten(), L.Dense(10)])
x = np.random.rand(28, 28, 1)
m.predict(x[None] if "--fixed" in sys.argv else x, verbose=0)
