import sys
import tensorflow as tf
t = tf.compat.v1 if "--fixed" in sys.argv else tf
with tf.Graph().as_default():
    print(t.placeholder(tf.float32, [None, 2]))
