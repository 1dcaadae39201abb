import sys
import numpy as np
import tensorflow as tf
m = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
m.compile(loss="mean_squared_error" if "--fixed" in sys.argv else "root_mean_squared_error")
m.fit(np.random.rand(4, 4), np.random.rand(4, 1), verbose=0)
