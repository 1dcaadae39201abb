import sys
import numpy as np
import keras
y = np.arange(200).reshape(-1, 1) % 10 + 1
keras.utils.to_categorical(y - 1 if "--fixed" in sys.argv else y, 10)
