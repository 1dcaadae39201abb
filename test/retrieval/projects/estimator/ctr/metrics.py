import tensorflow as tf


def click_metrics(labels, probabilities):
    return {
        'auc': tf.metrics.auc(labels, probabilities),
        'log_loss': tf.metrics.mean(tf.losses.log_loss(labels, probabilities, reduction=tf.losses.Reduction.NONE)),
        'click_rate': tf.metrics.mean(probabilities),
    }
