import tensorflow as tf

from .parse import parse_record


def make_input_fn(pattern, batch_size, training):
    def input_fn():
        files = tf.data.Dataset.list_files(pattern)
        records = files.interleave(tf.data.TFRecordDataset, cycle_length=4)
        if training:
            records = records.shuffle(100)
        records = records.repeat()
        return records.map(parse_record).batch(batch_size).prefetch(1)

    return input_fn
