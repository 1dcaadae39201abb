import keras
from sklearn.datasets import make_moons

keras.utils.set_random_seed(0)
x, y = make_moons(n_samples=600, noise=0.1, random_state=3)
model = keras.Sequential([keras.layers.Input((2,)), keras.layers.Dense(32, activation="relu"), keras.layers.Dense(32, activation="relu"), keras.layers.Dense(1, activation="sigmoid")])
model.compile(optimizer=keras.optimizers.Adam(0.01), loss="binary_crossentropy", metrics=["accuracy"])
print(f"METRIC stuck={1 if model.fit(x, y, epochs=15, verbose=0).history['accuracy'][-1] < 0.6 else 0}")
