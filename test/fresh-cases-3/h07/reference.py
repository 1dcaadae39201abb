import sys
import numpy as np
import tensorflow as tf
m = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1 if "--fixed" in sys.argv else 2, activation="sigmoid")])
m.compile(loss="binary_crossentropy")
m.fit(np.random.rand(10, 4), np.random.randint(0, 2, (10, 1)), verbose=0)
