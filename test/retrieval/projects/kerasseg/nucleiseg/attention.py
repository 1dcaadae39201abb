import tensorflow as tf
from tensorflow.keras import layers


class AttentionGate(layers.Layer):
    """Weighs a skip connection by the coarser signal."""

    def __init__(self, filters, **kwargs):
        super().__init__(**kwargs)
        self.filters = filters

    def build(self, shapes):
        self.theta = layers.Conv2D(self.filters, 1)
        self.phi = layers.Conv2D(self.filters, 1)
        self.psi = layers.Conv2D(1, 1, activation='sigmoid')

    def call(self, inputs):
        skip, gate = inputs
        return skip * self.psi(tf.nn.relu(self.theta(skip) + self.phi(gate)))
