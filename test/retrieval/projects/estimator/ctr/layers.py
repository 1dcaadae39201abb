import tensorflow as tf


def deep_tower(inputs, sizes, dropout, mode):
    training = mode == tf.estimator.ModeKeys.TRAIN
    net = inputs
    for index, size in enumerate(sizes):
        net = tf.layers.dense(net, size, activation=tf.nn.relu, name='dense_%d' % index)
        net = tf.layers.batch_normalization(net, training=training)
        net = tf.layers.dropout(net, dropout)
    return tf.layers.dense(net, 1, name='logits')


def cross_layer(x0, x, index):
    width = x0.shape[-1].value
    with tf.variable_scope('cross_%d' % index):
        weight = tf.get_variable('weight', [width])
        bias = tf.get_variable('bias', [width], initializer=tf.zeros_initializer())
        return x0 * tf.reduce_sum(x * weight, axis=1, keep_dims=True) + bias + x
