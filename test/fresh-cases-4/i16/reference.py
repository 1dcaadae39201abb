import sys
import numpy as np
import keras
keras.utils.set_random_seed(0)
prices = 9000 + 5000 * np.random.rand(200)
x = np.stack([prices[i:i + 10] for i in range(190)])[..., None]
y = prices[10:]
if "--fixed" in sys.argv:
    x, y = (x - 11500) / 2500, (y - 11500) / 2500
model = keras.Sequential([keras.Input((10, 1)), keras.layers.LSTM(32), keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x, y, epochs=2, verbose=0)
p = model.predict(x, verbose=0)
print(f"METRIC spread={p.std() / max(1e-9, y.std()) if '--fixed' in sys.argv else p.std()}")
