import sys
import numpy as np
import tensorflow as tf
m = tf.keras.Sequential([tf.keras.Input((12,)), tf.keras.layers.Dense(1)])
m.compile("sgd", "mse")
m.fit(np.ones((100, 12)), np.ones(100 if "--fixed" in sys.argv else 80), verbose=0)
