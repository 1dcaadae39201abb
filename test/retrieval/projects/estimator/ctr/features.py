import tensorflow as tf

BUCKETS = {'site': 10000, 'advertiser': 5000, 'device': 50}
NUMBERS = ['age', 'hour', 'price']


def embedding_size(buckets):
    return int(6 * buckets ** 0.25)


def feature_columns():
    columns = [tf.feature_column.numeric_column(name) for name in NUMBERS]
    for name, size in BUCKETS.items():
        hashed = tf.feature_column.categorical_column_with_hash_bucket(name, size)
        columns.append(tf.feature_column.embedding_column(hashed, embedding_size(size)))
    return columns


def crossed():
    return tf.feature_column.crossed_column(['site', 'device'], 100000)
