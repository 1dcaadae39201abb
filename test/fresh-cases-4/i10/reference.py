import sys
import keras


class AttentionWeights(keras.layers.Layer):
    def call(self, x):
        return x[:, 0]


keras.Sequential([keras.Input((3, 4)), AttentionWeights(), keras.layers.Dense(1)]).save("att.h5")
keras.models.load_model("att.h5", custom_objects={"AttentionWeights": AttentionWeights} if "--fixed" in sys.argv else None)
