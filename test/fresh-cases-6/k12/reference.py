import sys
import tensorflow as tf

outer = tf.keras.layers.Dense(4)


@tf.function
def f(x):
    layer = outer if "--fixed" in sys.argv else tf.keras.layers.Dense(4)
    return layer(x)


for _ in range(3):
    f(tf.zeros((2, 3)))
