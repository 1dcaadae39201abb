import sys
import numpy as np
import keras
keras.utils.set_random_seed(1)
x = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
y = np.array([[0], [1], [1], [0]])
i = "glorot_uniform" if "--fixed" in sys.argv else "zeros"
m = keras.Sequential([keras.Input((2,)), keras.layers.Dense(8, "tanh", kernel_initializer=i), keras.layers.Dense(1, "sigmoid", kernel_initializer=i)])
m.compile(keras.optimizers.Adam(0.1), "binary_crossentropy")
print(f"METRIC loss={m.fit(x, y, batch_size=4, epochs=100, verbose=0).history['loss'][-1]}")
