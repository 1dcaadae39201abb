import type { RetrievalPair } from './pair';

export const projectPairs2: readonly RetrievalPair[] = [
  {
    id: 'rl-target-alias',
    project: 'rl',
    gold: ['src/pixelq/agent.py::DQNAgent.__init__'],
    report: `# Q values explode; target network is not frozen

I printed \`agent.target is agent.online\` and got True. So the target moves with each gradient step and sync does nothing.
`,
  },
  {
    id: 'rl-terminal',
    project: 'rl',
    gold: ['src/pixelq/agent.py::DQNAgent.targets'],
    report: `# Values of terminal states are bootstrapped

CartPole never gets beyond 40 reward. The done flag is sampled but never used when the return of the next state is added with
discount gamma.
`,
  },
  {
    id: 'rl-act-dim',
    project: 'rl',
    gold: ['src/pixelq/agent.py::DQNAgent.act'],
    report: `# IndexError: Dimension out of range on CartPole

\`\`\`
  File "src/pixelq/run.py", line 44, in main
    total = run_episode(env, agent, schedule.value(episode))
  File "src/pixelq/run.py", line 20, in run_episode
    action = agent.act(state, epsilon)
  File "src/pixelq/agent.py", line 32, in act
    return int(values.argmax(dim=1))
IndexError: Dimension out of range (expected to be in range of [-1, 0], but got 1)
\`\`\`
`,
  },
  {
    id: 'rl-broadcast',
    project: 'rl',
    gold: ['src/pixelq/agent.py::DQNAgent.learn'],
    report: `# UserWarning: Using a target size (torch.Size([64])) that is different to the input size (torch.Size([64, 1]))

This will likely lead to incorrect results due to broadcasting. The agent does not improve at all; I think the smooth L1 loss compares
everything with everything.
`,
  },
  {
    id: 'rl-stack',
    project: 'rl',
    gold: ['src/pixelq/wrappers.py::FrameStack.reset'],
    report: `# --stack 4 crashes on the first observation

After the environment is reset the stacked state has shape (1, 84, 84) instead of (4, 84, 84):

RuntimeError: Given groups=1, weight of size [32, 4, 8, 8], expected input[1, 1, 84, 84] to have 4 channels, but got 1 channels instead
`,
  },
  {
    id: 'rl-normalize',
    project: 'rl',
    gold: ['src/pixelq/wrappers.py::NormalizeObservation.observation'],
    report: `# NaN in the very first state

RuntimeWarning: invalid value encountered in true_divide

The running variance is zero after one observation, so it is divided by zero and all actions are NaN from then on.
`,
  },
  {
    id: 'rl-dueling',
    project: 'rl',
    gold: ['src/pixelq/networks.py::Dueling.forward'],
    report: `# Dueling head mixes the samples of a batch

The advantage should be centred for each state. Here the mean is taken over the whole batch, so that Q values of one state depend on
the others.
`,
  },
  {
    id: 'estimator-label-shape',
    project: 'estimator',
    gold: ['ctr/model_fn.py::model_fn', 'ctr/parse.py::parse_record'],
    report: `# ValueError: Shapes (?, 1) and (?,) are incompatible

TensorFlow 1.14

\`\`\`
  File "train.py", line 26, in main
    tf.estimator.train_and_evaluate(estimator, train_spec, eval_spec)
  File "/usr/local/lib/python3.6/site-packages/tensorflow_estimator/python/estimator/estimator.py", line 1146, in _call_model_fn
    model_fn_results = self._model_fn(features=features, **kwargs)
  File "/root/ctr-wide/ctr/model_fn.py", line 14, in model_fn
    loss = tf.losses.sigmoid_cross_entropy(labels, logits)
  File "/usr/local/lib/python3.6/site-packages/tensorflow/python/ops/losses/losses_impl.py", line 703, in sigmoid_cross_entropy
    logits.get_shape().assert_is_compatible_with(multi_class_labels.get_shape())
ValueError: Shapes (?, 1) and (?,) are incompatible
\`\`\`
`,
  },
  {
    id: 'estimator-dropout',
    project: 'estimator',
    gold: ['ctr/layers.py::deep_tower'],
    report: `# Dropout is never active

With dropout 0.2 or 0.9 the training curves are exactly the same. tf.layers.dropout has training=False as its default.
`,
  },
  {
    id: 'estimator-batchnorm',
    project: 'estimator',
    gold: ['ctr/model_fn.py::build_train_op'],
    report: `# Evaluation loss much worse than training loss: moving averages are never updated

tf.layers.batch_normalization puts its updates into UPDATE_OPS, and nothing runs them together with the minimisation step.
`,
  },
  {
    id: 'estimator-eval-hangs',
    project: 'estimator',
    gold: ['ctr/input_fn.py::make_input_fn'],
    report: `# train_and_evaluate hangs in the first evaluation

The evaluation never ends. It goes through the eval records again and again, as the dataset is repeated for ever there too.
`,
  },
  {
    id: 'estimator-serving',
    project: 'estimator',
    gold: ['ctr/serving.py::serving_receiver', 'ctr/parse.py::feature_spec'],
    report: `# Exported model asks for the label

A request to the served model fails with

InvalidArgumentError: Name: <unknown>, Feature: click (data type: int64) is required but could not be found.

The exported signature should not need it.
`,
  },
  {
    id: 'keras-softmax-one',
    project: 'kerasseg',
    gold: ['nucleiseg/unet.py::build_unet'],
    report: `# Every pixel is predicted as nucleus

The output mask is 1.0 everywhere from the first epoch and the loss does not move. I use one class.
`,
  },
  {
    id: 'keras-flip',
    project: 'kerasseg',
    gold: ['nucleiseg/augment.py::flip', 'nucleiseg/augment.py::augment_pair'],
    report: `# Masks do not line up with mirrored pictures

With augmentation on, about half of the overlays are mirrored against their picture. Without, all is well.
`,
  },
  {
    id: 'keras-empty-batch',
    project: 'kerasseg',
    gold: [
      'nucleiseg/sequence.py::SegmentationSequence.__len__',
      'nucleiseg/sequence.py::SegmentationSequence.__getitem__',
    ],
    report: `# ValueError: need at least one array to stack

Happens at the end of the first epoch with 80 images and a batch size of 8.

\`\`\`
  File "/home/me/nucleiseg/sequence.py", line 29, in __getitem__
    return np.stack([image for image, _ in pairs]), np.stack([mask for _, mask in pairs])
  File "<__array_function__ internals>", line 5, in stack
  File "/usr/lib/python3.8/site-packages/numpy/core/shape_base.py", line 422, in stack
    raise ValueError('need at least one array to stack')
ValueError: need at least one array to stack
\`\`\`
`,
  },
  {
    id: 'keras-best',
    project: 'kerasseg',
    gold: ['nucleiseg/callbacks.py::BestOnly.on_epoch_end', 'nucleiseg/callbacks.py::BestOnly.__init__'],
    report: `# best.h5 is the worst epoch

The saved file always has the lowest dice of all epochs. For a score where higher is better the comparison is upside down.
`,
  },
  {
    id: 'keras-load-custom',
    project: 'kerasseg',
    gold: ['nucleiseg/predict.py::load'],
    report: `# ValueError: Unknown loss function: bce_dice

when I open the saved model for prediction. TensorFlow 2.4.
`,
  },
  {
    id: 'keras-gate-config',
    project: 'kerasseg',
    gold: ['nucleiseg/attention.py::AttentionGate', 'nucleiseg/attention.py::AttentionGate.__init__'],
    report: `# Saving fails with attention=True

NotImplementedError: Layer AttentionGate has arguments in \`__init__\` and therefore must override \`get_config\`.
`,
  },
  {
    id: 'keras-tiles',
    project: 'kerasseg',
    gold: ['nucleiseg/predict.py::predict_tiled'],
    report: `# Tiled prediction of big images breaks at the right border

ValueError: could not broadcast input array from shape (256,256,1) into shape (256,40,1)

or the network complains about the concatenate layer, as the last patch is smaller than the others.
`,
  },
  {
    id: 'flax-targets',
    project: 'flaxlm',
    gold: ['charflax/data.py::batches'],
    report: `# Loss goes to zero within 200 steps but samples are garbage

The model just copies its input. Targets should be the next character.
`,
  },
  {
    id: 'flax-mask',
    project: 'flaxlm',
    gold: ['charflax/attention.py::causal_mask'],
    report: `# Attention looks into the future

Changing a later character changes the logits of earlier positions. The triangle of the mask is on the wrong side.
`,
  },
  {
    id: 'flax-dropout-rng',
    project: 'flaxlm',
    gold: ['charflax/step.py::eval_step'],
    report: `# flax.errors.InvalidRngError: Dropout_0 needs PRNG for "dropout"

Raised while evaluating, not while training.
`,
  },
  {
    id: 'flax-same-key',
    project: 'flaxlm',
    gold: ['train.py::train', 'charflax/sample.py::sample'],
    report: `# Same dropout mask in every step

The PRNG key that is handed to the training step is never split, so that each batch drops the same units.
`,
  },
  {
    id: 'flax-vocabulary',
    project: 'flaxlm',
    gold: ['charflax/data.py::load_corpus'],
    report: `# Restored checkpoint writes nonsense

After a restart of python the characters are shuffled: decode(sample(...)) gives letters in no order, although the loss is as good as
before. PYTHONHASHSEED=0 helps.
`,
  },
  {
    id: 'flax-clip',
    project: 'flaxlm',
    gold: ['charflax/state.py::build_optimizer'],
    report: `# Gradient clipping has no effect on spikes

With clip = 1.0 the loss still explodes at step 3000. Clipping comes after AdamW in the chain, so it clips updates and not gradients.
`,
  },
  {
    id: 'asr-plateau',
    project: 'asr',
    gold: ['commandword/system.py::SpeechSystem.configure_optimizers'],
    report: `# MisconfigurationException: ReduceLROnPlateau conditioned on metric val_loss which is not available

pytorch-lightning 1.2. Available metrics are: train_loss, valid_loss, valid_accuracy. Condition can be set using \`monitor\` key in lr
scheduler dict
`,
  },
  {
    id: 'asr-nll',
    project: 'asr',
    gold: ['commandword/network.py::ConformerLite.forward', 'commandword/system.py::SpeechSystem.training_step'],
    report: `# train_loss becomes more and more negative

After ten epochs the training loss is -340. The outputs of the network are raw scores, not log-probabilities.
`,
  },
  {
    id: 'asr-batch-first',
    project: 'asr',
    gold: ['commandword/network.py::ConformerLite.__init__'],
    report: `# Transformer encoder attends over the batch, not over time

Results for one recording change with the others in the batch. PyTorch's encoder layer expects (time, batch, width) unless told
otherwise.
`,
  },
  {
    id: 'asr-newline',
    project: 'asr',
    gold: ['commandword/dataset.py::read_list'],
    report: `# RuntimeError: Error opening 'speech/bed/00176480_nohash_0.wav\\n': No such file or directory

There is a newline at the end of every file name.
`,
  },
  {
    id: 'asr-mode',
    project: 'asr',
    gold: ['commandword/callbacks.py::build_callbacks'],
    report: `# The checkpoint that is kept is the one with the lowest accuracy

save_top_k=1 keeps the first epoch. By default the monitored value is minimised.
`,
  },
  {
    id: 'asr-hparams',
    project: 'asr',
    gold: ['commandword/system.py::SpeechSystem.__init__', 'commandword/export.py::load_system'],
    report: `# Export to TorchScript fails: __init__() missing 1 required positional argument: 'classes'

\`\`\`
  File "commandword/export.py", line 11, in export_torchscript
    system = load_system(path)
  File "commandword/export.py", line 7, in load_system
    return SpeechSystem.load_from_checkpoint(path)
  File "/usr/lib/python3.8/site-packages/pytorch_lightning/core/saving.py", line 199, in _load_model_state
    model = cls(**_cls_kwargs)
TypeError: __init__() missing 1 required positional argument: 'classes'
\`\`\`
`,
  },
  {
    id: 'asr-log-zero',
    project: 'asr',
    gold: ['commandword/features.py::LogMel.forward'],
    report: `# NaN loss for silent recordings

Clips that are digital silence give -inf in the spectrogram, and then everything is NaN.
`,
  },
];
