import sys
import numpy as np
import tensorflow as tf


def frames():
    for i in range(4):
        img = np.zeros((28, 28), np.float32)
        yield (img[..., None] if "--fixed" in sys.argv else img), i


ds = tf.data.Dataset.from_generator(frames, output_types=(tf.float32, tf.int32), output_shapes=((28, 28, 1), ()))
for x, y in ds.batch(2):
    print(x.shape)
