import sys
import tensorflow as tf


@tf.function
def step(x, n):
    return x * tf.cast(n, tf.float32)


for n in range(12):
    step(tf.ones(3), tf.constant(n) if "--fixed" in sys.argv else n)
