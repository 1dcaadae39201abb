import type { RetrievalPair } from './pair';

/**
 * Faults of released libraries, told from their change logs; each is cured in the release after the one that is searched.
 * The words are ours.
 */
export const libraryPairs: readonly RetrievalPair[] = [
  {
    id: 'keras-default-graph',
    project: 'keras==2.2.4',
    gold: ['keras/backend/tensorflow_backend.py::get_uid'],
    report: `# AttributeError: module 'tensorflow' has no attribute 'get_default_graph'

Keras 2.2.4 with TensorFlow 2.0.

\`\`\`
  File "mlp.py", line 9, in <module>
    model = Sequential()
  File "/usr/lib/python3.6/site-packages/keras/engine/sequential.py", line 87, in __init__
    super(Sequential, self).__init__(name=name)
  File "/usr/lib/python3.6/site-packages/keras/legacy/interfaces.py", line 91, in wrapper
    return func(*args, **kwargs)
  File "/usr/lib/python3.6/site-packages/keras/engine/network.py", line 96, in __init__
    self._init_subclassed_network(**kwargs)
  File "/usr/lib/python3.6/site-packages/keras/engine/network.py", line 294, in _init_subclassed_network
    self._base_init(name=name)
  File "/usr/lib/python3.6/site-packages/keras/engine/network.py", line 109, in _base_init
    name = prefix + '_' + str(K.get_uid(prefix))
  File "/usr/lib/python3.6/site-packages/keras/backend/tensorflow_backend.py", line 74, in get_uid
    graph = tf.get_default_graph()
AttributeError: module 'tensorflow' has no attribute 'get_default_graph'
\`\`\`
`,
  },
  {
    id: 'keras-str-decode',
    project: 'keras==2.2.4',
    gold: [
      'keras/engine/saving.py::_deserialize_model',
      'keras/engine/saving.py::load_weights_from_hdf5_group',
      'keras/engine/saving.py::load_model',
    ],
    report: `# load_model: AttributeError: 'str' object has no attribute 'decode'

Since I updated h5py to 3.0 I cannot open any saved model. \`load_model('model.h5')\` fails when it reads the model config attribute.
`,
  },
  {
    id: 'keras-early-stopping-restore',
    project: 'keras==2.2.4',
    gold: ['keras/callbacks.py::EarlyStopping.on_epoch_end', 'keras/callbacks.py::EarlyStopping.on_train_end'],
    report: `# EarlyStopping(restore_best_weights=True) does not restore anything if training runs through all epochs

The best weights are put back only when training was really stopped by patience. If the number of epochs is reached first the model
keeps the last weights.
`,
  },
  {
    id: 'keras-tensorboard-generator',
    project: 'keras==2.2.4',
    gold: ['keras/callbacks.py::TensorBoard.on_epoch_end', 'keras/callbacks.py::TensorBoard.set_model'],
    report: `# TensorBoard callback with histogram_freq and a generator

ValueError: If printing histograms, validation_data must be provided, and cannot be a generator.

I do give validation_data to fit_generator, as a generator.
`,
  },
  {
    id: 'keras-multi-gpu-devices',
    project: 'keras==2.2.4',
    gold: ['keras/utils/multi_gpu_utils.py::multi_gpu_model', 'keras/utils/multi_gpu_utils.py::_get_available_devices'],
    report: `# multi_gpu_model does not see my cards

ValueError: To call \`multi_gpu_model\` with \`gpus=2\`, we expect the following devices to be available: ['/cpu:0', '/gpu:0', '/gpu:1'].
However this machine only has: ['/cpu:0', '/xla_cpu:0']. Try reducing \`gpus\`.
`,
  },
  {
    id: 'pl-running-loss',
    project: 'pytorch-lightning==0.8.5',
    gold: [
      'pytorch_lightning/trainer/training_loop.py::TrainerTrainLoopMixin.run_training_batch',
      'pytorch_lightning/trainer/training_loop.py::TrainerTrainLoopMixin.run_batch_backward_pass',
      'pytorch_lightning/core/lightning.py::LightningModule.get_progress_bar_dict',
    ],
    report: `# Loss in the progress bar is too small when accumulate_grad_batches > 1

With \`accumulate_grad_batches=4\` the loss that the bar shows is a quarter of what I log myself. The running loss is divided and
never scaled back.
`,
  },
  {
    id: 'pl-save-last',
    project: 'pytorch-lightning==0.8.5',
    gold: ['pytorch_lightning/callbacks/model_checkpoint.py::ModelCheckpoint.on_validation_end'],
    report: `# ModelCheckpoint(save_last=True): last.ckpt holds stale information

\`last.ckpt\` is written before the new best score and best model path are known, so after loading it the callback's state is that of
the epoch before.
`,
  },
  {
    id: 'pl-distributed-shuffle',
    project: 'pytorch-lightning==0.8.5',
    gold: [
      'pytorch_lightning/trainer/data_loading.py::TrainerDataLoadingMixin.auto_add_sampler',
      'pytorch_lightning/trainer/data_loading.py::TrainerDataLoadingMixin._get_distributed_sampler',
    ],
    report: `# Validation data is shuffled in ddp

The DistributedSampler that Lightning adds by itself shuffles also for validation and test loaders, whatever the shuffle argument of my
DataLoader was.
`,
  },
  {
    id: 'pl-lr-find-hparams',
    project: 'pytorch-lightning==0.8.5',
    gold: [
      'pytorch_lightning/trainer/lr_finder.py::TrainerLRFinderMixin._run_lr_finder_internally',
      'pytorch_lightning/trainer/lr_finder.py::_nested_hasattr',
      'pytorch_lightning/trainer/lr_finder.py::_nested_setattr',
    ],
    report: `# auto_lr_find fails when hparams is a dict

MisconfigurationException: When auto_lr_find is set to True, expects that hparams either has field \`lr\` or \`learning_rate\` that can
be overridden

My module has \`self.hparams = {'lr': 1e-3}\`, so it has the field.
`,
  },
  {
    id: 'pl-scale-batch-amp',
    project: 'pytorch-lightning==0.8.5',
    gold: [
      'pytorch_lightning/trainer/training_tricks.py::TrainerTrainingTricksMixin.scale_batch_size',
      'pytorch_lightning/trainer/training_tricks.py::TrainerTrainingTricksMixin.__scale_batch_dump_params',
      'pytorch_lightning/trainer/training_tricks.py::TrainerTrainingTricksMixin.__scale_batch_reset_params',
      'pytorch_lightning/trainer/training_tricks.py::TrainerTrainingTricksMixin.__scale_batch_restore_params',
    ],
    report: `# auto_scale_batch_size does not work with precision=16

Automatic scaling of the batch size together with 16 bit training ends in an error in the second trial, since the model was wrapped
already.
`,
  },
  {
    id: 'pl-torchtext-lengths',
    project: 'pytorch-lightning==0.8.5',
    gold: ['pytorch_lightning/utilities/apply_func.py::move_data_to_device'],
    report: `# torchtext Field with include_lengths=True crashes on GPU

AttributeError: 'tuple' object has no attribute 'to'

The batch attribute is a tuple of the padded tensor and the lengths, and moving it to the device is not prepared for that.
`,
  },
  {
    id: 'pl-weights-save-path',
    project: 'pytorch-lightning==0.8.5',
    gold: ['pytorch_lightning/callbacks/model_checkpoint.py::ModelCheckpoint.on_train_start'],
    report: `# Trainer(logger=False, weights_save_path='ckpts') ignores the folder

Checkpoints land in the current working directory as soon as there is no logger. I expected them in weights_save_path.
`,
  },
  {
    id: 'vision-rotate-fill',
    project: 'torchvision==0.5.0',
    gold: ['torchvision/transforms/functional.py::rotate'],
    report: `# RandomRotation fails on grayscale images

\`\`\`python
from torchvision import transforms
from PIL import Image
img = Image.new('L', (28, 28))
transforms.RandomRotation(10)(img)
\`\`\`

TypeError: function takes exactly 1 argument (3 given)

The fill colour is made a tuple of three whatever the mode of the image. torchvision 0.5.0, Pillow 7.
`,
  },
  {
    id: 'vision-no-boxes',
    project: 'torchvision==0.5.0',
    gold: [
      'torchvision/models/detection/_utils.py::Matcher.__call__',
      'torchvision/models/detection/rpn.py::RegionProposalNetwork.assign_targets_to_anchors',
    ],
    report: `# Faster R-CNN cannot be trained with background images

As soon as a batch has an image without any annotation:

ValueError: No ground-truth boxes available for one of the images during training
`,
  },
  {
    id: 'transformers-ner-group',
    project: 'transformers==3.0.2',
    gold: ['transformers/pipelines.py::TokenClassificationPipeline.group_entities'],
    report: `# NER pipeline: inconsistent entity grouping

\`pipeline("ner", grouped_entities=True)\` merges two neighbouring entities of the same type into one, because B- and I- prefixes are
compared as whole labels.
`,
  },
  {
    id: 'transformers-qa-index',
    project: 'transformers==3.0.2',
    gold: [
      'transformers/pipelines.py::QuestionAnsweringPipeline.__call__',
      'transformers/pipelines.py::QuestionAnsweringPipeline.decode',
    ],
    report: `# question-answering pipeline raises KeyError for some contexts

\`\`\`
  File "/usr/lib/python3.7/site-packages/transformers/pipelines.py", line 1316, in __call__
    for s, e, score in zip(starts, ends, scores)
  File "/usr/lib/python3.7/site-packages/transformers/pipelines.py", line 1316, in <listcomp>
    for s, e, score in zip(starts, ends, scores)
KeyError: 0
\`\`\`
`,
  },
  {
    id: 'sb3-clip-fraction',
    project: 'stable-baselines3==0.8.0',
    gold: ['stable_baselines3/ppo/ppo.py::PPO.train'],
    report: `# train/clip_fraction in the logs is only that of the last minibatch

For PPO the values that are recorded jump around. I expected the mean over all minibatches of the update.
`,
  },
  {
    id: 'sb3-double-reset',
    project: 'stable-baselines3==0.8.0',
    gold: ['stable_baselines3/common/evaluation.py::evaluate_policy'],
    report: `# Environment is reset twice per episode when evaluating

evaluate_policy calls reset on a VecEnv that has just reset itself at the end of the episode. For my simulator a reset takes a minute.
`,
  },
  {
    id: 'sb3-cuda-index',
    project: 'stable-baselines3==0.8.0',
    gold: ['stable_baselines3/common/utils.py::get_device'],
    report: `# device="cuda:0" is accepted on a machine without GPU

With device="cuda" the library falls back to the CPU when CUDA is not available. With an index it does not, and torch raises.
`,
  },
  {
    id: 'sb3-cuda-seed',
    project: 'stable-baselines3==0.8.0',
    gold: [
      'stable_baselines3/common/utils.py::set_random_seed',
      'stable_baselines3/common/base_class.py::BaseAlgorithm.set_random_seed',
    ],
    report: `# Random seed is not set for CUDA when the GPU is given by its index

Runs with device='cuda:1' and the same seed are not deterministic; with 'cuda' they are.
`,
  },
];
