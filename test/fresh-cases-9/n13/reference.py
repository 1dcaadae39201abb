import sys
from tensorflow import keras
from tensorflow.keras import layers

inputs = keras.Input((64, 64, 3))
encoded = layers.Conv2D(8, 3, padding="same")(inputs)
latent = keras.Input((64, 64, 8))
decoded = layers.Conv2D(3, 3, padding="same")(latent if "--fixed" in sys.argv else encoded)
keras.Model(latent, decoded)
