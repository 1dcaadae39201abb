import sys
import tensorflow as tf
m = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
with tf.GradientTape() as tape:
    o = m(tf.ones((2, 4)))
    l = tf.reduce_mean(o if "--fixed" in sys.argv else tf.cast(tf.argmax(o, 1), tf.float32))
tf.keras.optimizers.Adam().apply_gradients(zip(tape.gradient(l, m.trainable_variables), m.trainable_variables))
