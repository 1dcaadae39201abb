import sys
import tensorflow as tf
L = tf.keras.layers
tf.keras.Sequential([tf.keras.Input((50, 4)), L.LSTM(5, return_sequences="--fixed" in sys.argv), L.LSTM(5)])
