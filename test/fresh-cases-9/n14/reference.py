import sys
import numpy as np
import tensorflow as tf
from tensorflow import keras


def asym_loss(y_true, y_pred):
    err = y_true - y_pred
    if "--fixed" in sys.argv:
        return tf.reduce_mean(tf.where(err > 0, 4 * err, tf.abs(err)))
    return np.mean(np.where(err > 0, 4 * err, np.abs(err)))


model = keras.Sequential([keras.Input((20,)), keras.layers.Dense(1)])
model.compile(loss=asym_loss, optimizer="rmsprop")
model.fit(np.random.rand(32, 20), np.random.rand(32, 1), verbose=0)
