import sys
import numpy as np
import tensorflow as tf
e = tf.keras.layers.Embedding(10001 if "--fixed" in sys.argv else 10000, 4)
i = np.zeros((4, 6), dtype="int32")
i[3, 5] = 10000
print(e(i).shape)
