import sys
import tensorflow as tf
class S(tf.keras.layers.Layer):
    def build(self, s):
        self.g = self.add_weight(name="g", shape=(s[-1],)) if "--fixed" in sys.argv else self.add_weight("g", shape=(s[-1],))
    def call(self, x):
        return x * self.g
S()(tf.zeros((2, 3)))
