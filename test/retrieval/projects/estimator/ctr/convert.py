import csv

import tensorflow as tf


def bytes_feature(value):
    return tf.train.Feature(bytes_list=tf.train.BytesList(value=[value]))


def float_feature(value):
    return tf.train.Feature(float_list=tf.train.FloatList(value=[value]))


def convert(source, target):
    """Writes the rows of a CSV file as TFRecords."""
    with open(source) as handle, tf.python_io.TFRecordWriter(target) as writer:
        for row in csv.DictReader(handle):
            feature = {key: bytes_feature(row[key]) for key in ('site', 'advertiser', 'device')}
            feature.update({key: float_feature(float(row[key])) for key in ('age', 'hour', 'price')})
            feature['click'] = tf.train.Feature(int64_list=tf.train.Int64List(value=[int(row['click'])]))
            writer.write(tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString())
