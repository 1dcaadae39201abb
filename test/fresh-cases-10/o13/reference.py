import sys
import numpy as np
import tensorflow as tf
@tf.function
def step(x):
    n = tf.random.normal((32, 8)) if "--fixed" in sys.argv else np.random.normal(0.0, 0.1, size=(32, 8)).astype("float32")
    return tf.reduce_sum(x * 0 + n)
v = [float(step(tf.zeros((32, 8)))) for _ in range(5)]
print(f"METRIC distinct={len(set(v))}")
