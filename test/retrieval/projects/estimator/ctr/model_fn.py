import tensorflow as tf

from .layers import deep_tower
from .metrics import click_metrics


def model_fn(features, labels, mode, params):
    inputs = tf.feature_column.input_layer(features, params['columns'])
    logits = deep_tower(inputs, params['hidden'], params['dropout'], mode)
    probabilities = tf.nn.sigmoid(logits)
    if mode == tf.estimator.ModeKeys.PREDICT:
        return tf.estimator.EstimatorSpec(mode, predictions={'probability': probabilities})
    loss = tf.losses.sigmoid_cross_entropy(labels, logits)
    if mode == tf.estimator.ModeKeys.EVAL:
        return tf.estimator.EstimatorSpec(mode, loss=loss, eval_metric_ops=click_metrics(labels, probabilities))
    train_op = build_train_op(loss, params['learning_rate'])
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op)


def build_train_op(loss, rate):
    optimizer = tf.train.AdamOptimizer(rate)
    return optimizer.minimize(loss, global_step=tf.train.get_global_step())
