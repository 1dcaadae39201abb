import sys
import tensorflow as tf
m = tf.keras.Sequential(([tf.keras.Input((3,))] if "--fixed" in sys.argv else []) + [tf.keras.layers.Dense(2)])
print(m.outputs if "--fixed" in sys.argv else m.output)
