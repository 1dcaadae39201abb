import sys, numpy as np, keras
x = np.random.randn(100, 5); x[3, 2] = 0 if "--fixed" in sys.argv else np.nan
m = keras.Sequential([keras.Input((5,)), keras.layers.Dense(1)])
m.compile("rmsprop", "mse")
print(f"METRIC loss={m.fit(x, np.random.randn(100), epochs=2, verbose=0).history['loss'][-1]}")
