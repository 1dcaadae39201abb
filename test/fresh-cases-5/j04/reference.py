import sys
import numpy as np
import keras
net = keras.Sequential([keras.Input((784,)), keras.layers.Dense(512), keras.layers.Dense(10)])
x = np.random.rand(28, 28)
net.predict(x.reshape(1, 784) if "--fixed" in sys.argv else x, verbose=0)
