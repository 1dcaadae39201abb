import sys
import numpy as np
import tensorflow as tf
m = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
m.compile("sgd", "mse")
d = tf.data.Dataset.from_tensor_slices((np.ones((8, 2)), np.ones(8))).batch(4)
(m.fit if "--fixed" in sys.argv else m.fit_generator)(d, verbose=0)
