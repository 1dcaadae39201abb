import sys, numpy as np, keras
m = keras.Sequential([keras.Input((10,)), keras.layers.Dense(1, "sigmoid")])
m.compile("rmsprop", "binary_crossentropy", metrics=["acc" if "--fixed" in sys.argv else "accuracy"])
h = m.fit(np.random.rand(20, 10), np.random.randint(0, 2, 20), verbose=0)
h.history['acc']
