import tensorflow as tf

from .parse import feature_spec


def serving_receiver():
    serialized = tf.placeholder(tf.string, [None], name='examples')
    features = tf.parse_example(serialized, feature_spec())
    return tf.estimator.export.ServingInputReceiver(features, {'examples': serialized})
