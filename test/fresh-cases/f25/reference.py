import sys
import numpy as np
import tensorflow as tf
m = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1, activation="sigmoid")])
m.compile("adam", "binary_crossentropy", metrics=[lambda t, p: np.sum(t.numpy() * p.numpy())], run_eagerly="--fixed" in sys.argv)
m.fit(np.ones((8, 4)), np.ones((8, 1)), verbose=0)
