import sys
import numpy as np
import tensorflow as tf
m = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
m.compile(loss="mse")
x = np.array([[1.0, "2", 3.0]] * 4, dtype=object)
m.fit(x.astype("float32") if "--fixed" in sys.argv else x, np.zeros((4, 1)), verbose=0)
