import tensorflow as tf

from ctr.parse import parse_record


def train(files, steps):
    dataset = tf.data.TFRecordDataset(files).map(parse_record).repeat().batch(256)
    features, labels = dataset.make_one_shot_iterator().get_next()
    inputs = tf.stack([features['age'], features['hour'], features['price']], axis=1)
    logits = tf.layers.dense(inputs, 1)
    loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=tf.to_float(labels[:, None]), logits=logits))
    train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(steps):
            _, value = sess.run([train_op, loss])
            if step % 100 == 0:
                print step, value
