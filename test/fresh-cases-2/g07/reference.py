import sys
import numpy as np
import tensorflow as tf
m = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
if "--fixed" in sys.argv:
    m.compile("sgd", "mse")
m.fit(np.ones((8, 4)), np.ones((8, 3)), verbose=0)
