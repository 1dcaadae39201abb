# --- sequential
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Input(shape=(4,)), tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(1)])
model.compile(optimizer="adam", loss="mse", metrics=["mae"])
import numpy as np
print(sorted(model.fit(np.zeros((4, 4)), np.zeros((4, 1)), epochs=1, verbose=0).history))
# --- names from keras
from tensorflow.keras.models import Sequential, Model, load_model
from tensorflow.keras.layers import Dense, Dropout, Conv2D, MaxPooling2D, Flatten, LSTM, Embedding, Input, Concatenate
from tensorflow.keras.optimizers import Adam, SGD, RMSprop
from tensorflow.keras.callbacks import EarlyStopping, ModelCheckpoint, ReduceLROnPlateau
from tensorflow.keras.utils import to_categorical
a = Input((3,)); b = Input((3,))
print(Model([a, b], Dense(2)(Concatenate()([a, b]))).count_params(), to_categorical([0, 1], num_classes=2).shape)
print(Adam(learning_rate=0.01, beta_1=0.9).name, EarlyStopping(monitor="val_loss", patience=2, restore_best_weights=True).patience, SGD(0.1, momentum=0.9).momentum)
# --- keras
import keras
from keras import layers, ops, Model
x = layers.Input(shape=(8, 8, 1))
y = layers.Conv2D(filters=2, kernel_size=3, padding="same", activation="relu", name="c")(x)
y = layers.GlobalAveragePooling2D()(layers.BatchNormalization(momentum=0.9)(y))
print(Model(inputs=x, outputs=y).output_shape, ops.convert_to_tensor([1.0]).shape, keras.__version__[:1], keras.backend.backend())
# --- custom layer
import tensorflow as tf
class Scale(tf.keras.layers.Layer):
    def __init__(self, units=1, **kwargs):
        super().__init__(**kwargs)
        self.units = units
    def build(self, input_shape):
        self.w = self.add_weight(shape=(input_shape[-1], self.units), initializer="zeros", trainable=True)
    def call(self, inputs, training=None):
        return tf.matmul(inputs, self.w)
    def get_config(self):
        return {**super().get_config(), "units": self.units}
print(Scale(units=2, name="s")(tf.ones((1, 3))).shape)
# --- custom loop
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(learning_rate=0.1)
@tf.function
def step(x, y):
    with tf.GradientTape(persistent=False) as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - y), axis=None)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss
model.build((None, 2)); optimizer.build(model.trainable_variables)
print(float(step(tf.ones((2, 2)), tf.zeros((2, 1)))) >= 0)
# --- ops
import tensorflow as tf
a = tf.constant([[1.0, 2.0]], dtype=tf.float32, name="a")
print(tf.matmul(a, a, transpose_b=True), tf.concat([a, a], axis=0), tf.reshape(a, [-1]), tf.cast(a, tf.int32), tf.nn.softmax(a, axis=-1), tf.reduce_sum(a, axis=1, keepdims=True))
print(tf.one_hot([0, 1], depth=2), tf.where(a > 1.0, a, 0.0), tf.random.normal((2,), stddev=2.0, seed=1).shape, tf.zeros_like(a), tf.stack([a, a]), tf.tile(a, [2, 1]), tf.gather([1, 2, 3], [0]))
# --- data
import tensorflow as tf
ds = tf.data.Dataset.from_tensor_slices(([1, 2, 3], [1, 0, 1])).shuffle(3, seed=1, reshuffle_each_iteration=False).batch(2, drop_remainder=True).map(lambda x, y: (x, y), num_parallel_calls=tf.data.AUTOTUNE).prefetch(tf.data.experimental.AUTOTUNE)
for x, y in ds.take(1):
    print(x.shape, y.shape)
print(ds.element_spec, tf.data.Dataset.range(3).cardinality().numpy())
# --- constants
import tensorflow as tf
print(tf.float32, tf.__version__[:1], tf.string, tf.newaxis, tf.AUTOTUNE if hasattr(tf, "AUTOTUNE") else -1, tf.keras.backend.floatx(), tf.executing_eagerly())
# --- v1
import tensorflow as tf
import tensorflow.compat.v1 as v1
with v1.Graph().as_default():
    x = v1.placeholder(v1.float32, shape=[None, 2], name="x")
    y = v1.layers if False else v1.reduce_sum(x, axis=1)
    with v1.Session() as session:
        print(session.run(y, feed_dict={x: [[1, 2]]}), v1.global_variables_initializer().name)
print(tf.compat.v1.get_default_graph() is not None, tf.compat.v2.constant(1))
# --- v1 arguments renamed
import tensorflow.compat.v1 as tf
with tf.Graph().as_default():
    print(tf.reduce_sum([[1, 2]], axis=1, keepdims=True).shape, tf.argmax([1, 2], axis=0).shape, tf.expand_dims([1], axis=0).shape)
# --- v1 arguments of old, still taken
import tensorflow.compat.v1 as tf
with tf.Graph().as_default():
    print(tf.reduce_sum([[1, 2]], reduction_indices=1).shape, tf.reduce_mean([[1.0, 2.0]], 1, keep_dims=True).shape, tf.argmax([1, 2], dimension=0).shape, tf.expand_dims([1], dim=0).shape)
# --- recurrent
import tensorflow as tf
from tensorflow.keras import layers
print(layers.Bidirectional(layers.LSTM(4, return_sequences=True, dropout=0.1))(tf.zeros((2, 3, 5))).shape, layers.GRU(units=2, return_state=True)(tf.zeros((2, 3, 5)))[0].shape)
print(layers.Embedding(input_dim=10, output_dim=3, mask_zero=True)(tf.constant([[1, 2]])).shape, layers.TimeDistributed(layers.Dense(1))(tf.zeros((2, 3, 5))).shape, layers.MultiHeadAttention(num_heads=2, key_dim=2)(tf.zeros((1, 2, 4)), tf.zeros((1, 2, 4))).shape)
# --- subclassed model
import tensorflow as tf
class Net(tf.keras.Model):
    def __init__(self):
        super(Net, self).__init__(name="net")
        self.dense = tf.keras.layers.Dense(2)
    def call(self, x, training=False):
        return self.dense(x)
    def train_step(self, data):
        return super().train_step(data)
net = Net()
net.compile(optimizer=tf.keras.optimizers.Adam(1e-3), loss=tf.keras.losses.MeanSquaredError(), metrics=[tf.keras.metrics.MeanAbsoluteError(name="m")], run_eagerly=True)
print(net.fit(tf.zeros((2, 3)), tf.zeros((2, 2)), verbose=0, batch_size=2) is not None)
# --- losses and metrics
import tensorflow as tf
c = tf.constant
print(tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)(c([1]), c([[0.1, 0.9]])).numpy() > 0, tf.keras.losses.BinaryCrossentropy(label_smoothing=0.1)(c([[1.0]]), c([[0.5]])).numpy() > 0, tf.keras.metrics.Accuracy()(c([1]), c([1])), tf.keras.losses.get("mse")(c([1.0]), c([2.0])).numpy())
# --- callbacks
import tensorflow as tf
class Log(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        print(epoch, sorted(logs))
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(tf.zeros((2, 2)), tf.zeros((2, 1)), callbacks=[Log(), tf.keras.callbacks.LambdaCallback(on_epoch_begin=lambda e, l: None), tf.keras.callbacks.TerminateOnNaN()], verbose=0)
# --- lazy modules
import tensorflow as tf
print(tf.keras.applications.MobileNetV2.__name__, tf.keras.preprocessing.image.load_img.__name__, tf.keras.datasets.mnist.load_data.__name__, tf.image.resize(tf.zeros((1, 4, 4, 3)), (2, 2), method="nearest").shape)
# --- config
import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import tensorflow as tf
print(len(tf.config.list_physical_devices("GPU")) >= 0, tf.config.threading.get_intra_op_parallelism_threads() >= 0, tf.test.is_built_with_cuda(), tf.random.set_seed(1))
# --- pandas
import pandas as pd
df = pd.DataFrame({"a": [1, 2], "b": ["x", "y"]}, index=[0, 1])
print(df.groupby("b").sum(), pd.concat([df, df], axis=0, ignore_index=True).shape, pd.merge(df, df, on="a", how="left", suffixes=("_l", "_r")).columns.tolist(), pd.to_datetime(["2020-01-01"], format="%Y-%m-%d")[0].year)
# --- pandas readers
import io, pandas as pd
print(pd.read_csv(io.StringIO("a,b\n1,2"), sep=",", header=0, dtype={"a": int}).shape, pd.Series([1, None], name="s", dtype="float64").isna().sum(), pd.NA is pd.NA, pd.get_dummies(pd.Series(["a", "b"]), prefix="p", dtype=int).shape, pd.date_range("2020-01-01", periods=2, freq="D")[1].day)
# --- numpy with keras
import numpy as np
from tensorflow import keras
x = np.random.rand(4, 2).astype("float32")
print(keras.utils.set_random_seed(1), keras.layers.Normalization(axis=-1)(x).shape, keras.initializers.GlorotUniform(seed=1)(shape=(2, 2)).shape, keras.regularizers.L2(0.1)(x).shape)
# --- ragged and sparse
import tensorflow as tf
print(tf.ragged.constant([[1], [1, 2]]).shape, tf.sparse.to_dense(tf.sparse.SparseTensor(indices=[[0, 0]], values=[1], dense_shape=[1, 2])), tf.strings.split(["a b"]).to_list(), tf.TensorSpec([None], tf.int32).name, tf.io.decode_raw(tf.constant(["ab"]), tf.uint8).shape)
# --- variables
import tensorflow as tf
v = tf.Variable(initial_value=[1.0], trainable=True, name="v", dtype=tf.float32)
v.assign_add([1.0])
print(v.numpy(), tf.Module(name="m").name, tf.Tensor.__name__, isinstance(v, tf.Variable), tf.math.log(v), tf.linalg.norm([[1.0]]), tf.signal.fft(tf.cast([1.0], tf.complex64)).shape)
# --- function signatures
import tensorflow as tf
@tf.function(input_signature=[tf.TensorSpec(shape=[None], dtype=tf.float32)], reduce_retracing=True)
def f(x):
    return tf.map_fn(lambda v: v * 2, x, fn_output_signature=tf.float32)
print(f(tf.constant([1.0])), tf.py_function(func=lambda x: x, inp=[1.0], Tout=tf.float32), tf.numpy_function(lambda x: x, [1.0], tf.float64) is not None)
# --- conditional control flow
import tensorflow as tf
print(tf.cond(tf.constant(True), lambda: 1, lambda: 2), tf.while_loop(lambda i: i < 3, lambda i: (i + 1,), [0]), tf.clip_by_value([5.0], clip_value_min=0.0, clip_value_max=1.0), tf.debugging.assert_equal(1, 1), tf.identity(1))
# --- old name guarded
import tensorflow as tf
try:
    tf.set_random_seed(1)
except AttributeError:
    tf.random.set_seed(1)
sess = tf.Session() if hasattr(tf, "Session") else None
if tf.__version__.startswith("1."):
    tf.contrib.nothing()
print(sess)
