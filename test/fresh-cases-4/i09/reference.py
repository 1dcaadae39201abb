import sys
import keras
from keras import layers
model = keras.Sequential([keras.Input((60, 5)), layers.LSTM(50, return_sequences="--fixed" in sys.argv), layers.LSTM(50), layers.Dense(1)])
