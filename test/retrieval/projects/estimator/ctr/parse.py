import tensorflow as tf

from .features import BUCKETS, NUMBERS


def feature_spec():
    spec = {name: tf.FixedLenFeature([], tf.string) for name in BUCKETS}
    spec.update({name: tf.FixedLenFeature([], tf.float32) for name in NUMBERS})
    spec['click'] = tf.FixedLenFeature([], tf.int64)
    return spec


def parse_record(serialized):
    features = tf.parse_single_example(serialized, feature_spec())
    label = features.pop('click')
    return features, label
