import json

import tensorflow as tf

from ctr.features import feature_columns
from ctr.input_fn import make_input_fn
from ctr.model_fn import model_fn
from ctr.serving import serving_receiver

tf.app.flags.DEFINE_string('data', 'data', 'Folder with the records')
tf.app.flags.DEFINE_string('model_dir', 'model', 'Folder for checkpoints')
FLAGS = tf.app.flags.FLAGS


def main(_):
    with open('params.json') as handle:
        params = json.load(handle)
    params['columns'] = feature_columns()
    config = tf.estimator.RunConfig(FLAGS.model_dir, save_checkpoints_steps=1000)
    estimator = tf.estimator.Estimator(model_fn, config=config, params=params)
    train_spec = tf.estimator.TrainSpec(make_input_fn(FLAGS.data + '/train-*', params['batch_size'], True), params['steps'])
    eval_spec = tf.estimator.EvalSpec(make_input_fn(FLAGS.data + '/eval-*', params['batch_size'], False))
    tf.estimator.train_and_evaluate(estimator, train_spec, eval_spec)
    estimator.export_savedmodel(FLAGS.model_dir + '/export', serving_receiver)


if __name__ == '__main__':
    tf.app.run()
