import sys
import numpy as np
import tensorflow as tf


class Mix(tf.keras.layers.Layer):
    def __init__(self, table, **kwargs):
        super().__init__(**kwargs)
        self.table = table

    def call(self, x):
        return x + tf.constant(self.table, dtype=tf.float32)


if "--fixed" in sys.argv:
    Mix.get_config = lambda self: dict(tf.keras.layers.Layer.get_config(self), table=self.table.tolist())
i = tf.keras.Input((6,))
tf.keras.Model(i, Mix(np.arange(6))(i)).save("m.h5")
