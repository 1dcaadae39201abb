import sys, numpy as np, keras
x = np.full((32, 200), 5000)
m = keras.Sequential([keras.layers.Embedding(5001 if "--fixed" in sys.argv else 5000, 8), keras.layers.GlobalAveragePooling1D(), keras.layers.Dense(1)])
m.compile("adam", "mse")
m.fit(x, np.zeros(32), verbose=0)
