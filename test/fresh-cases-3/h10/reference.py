import sys
import tensorflow as tf
i = tf.keras.Input((5,), dtype="int32")
f = lambda x: tf.cast(tf.not_equal(x, 0), tf.float32)
print(tf.keras.layers.Lambda(f)(i) if "--fixed" in sys.argv else f(i))
