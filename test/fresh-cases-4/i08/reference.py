import sys
import tensorflow as tf
if "--fixed" in sys.argv:
    tf.compat.v1.disable_eager_execution()
    tf.compat.v1.placeholder(tf.float32, [None, 1])
else:
    tf.placeholder(tf.float32, [None, 1])
