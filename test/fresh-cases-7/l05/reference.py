import sys
import numpy as np
import keras
from keras import layers
net = keras.Sequential([keras.Input((20, 6)), layers.Dense(32), *([layers.Flatten()] if "--fixed" in sys.argv else []), layers.Dense(1)])
print(f"METRIC axes={net.predict(np.random.rand(8, 20, 6), verbose=0).ndim}")
