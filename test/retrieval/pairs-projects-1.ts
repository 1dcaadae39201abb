import type { RetrievalPair } from './pair';

export const projectPairs1: readonly RetrievalPair[] = [
  {
    id: 'vision-sampler-shuffle',
    project: 'vision',
    gold: ['leafvision/data/loaders.py::build_loaders'],
    report: `# Training does not start with the default config

Fresh clone, torch 1.8.1, python 3.8.

\`\`\`
Traceback (most recent call last):
  File "main.py", line 46, in <module>
    main()
  File "main.py", line 33, in main
    train_loader, val_loader = build_loaders(config['data'])
  File "/home/ana/leafvision/leafvision/data/loaders.py", line 23, in build_loaders
    num_workers=options['workers'])
  File "/home/ana/venv/lib/python3.8/site-packages/torch/utils/data/dataloader.py", line 257, in __init__
    raise ValueError('sampler option is mutually exclusive with '
ValueError: sampler option is mutually exclusive with shuffle
\`\`\`
`,
  },
  {
    id: 'vision-last-batch',
    project: 'vision',
    gold: ['leafvision/models/classifier.py::LeafClassifier.forward'],
    report: `# IndexError at the end of validation when the last batch has one image

Everything is fine until the very last step of the validation pass. My val set has 33 images and the batch size is 32,
so one single image remains.

IndexError: Dimension out of range (expected to be in range of [-1, 0], but got 1)

With 64 images it works. It looks as if the network drops a dimension of its pooled output.
`,
  },
  {
    id: 'vision-val-accuracy',
    project: 'vision',
    gold: ['leafvision/data/augment.py::eval_transform'],
    report: `# Validation accuracy far below training accuracy, even on the same images

If I point both train and val folders at the same pictures I still get 93 % in training but 41 % in validation.
The only thing I can think of is preprocessing: are the validation images normalised with the ImageNet mean and std as
the training ones are?
`,
  },
  {
    id: 'vision-memory',
    project: 'vision',
    gold: ['leafvision/engine/trainer.py::Trainer.train_one_epoch'],
    report: `# GPU memory grows with every step until CUDA out of memory

Memory climbs by some MB each iteration of an epoch and falls back when a new epoch starts. After about 2000 iterations:

RuntimeError: CUDA out of memory. Tried to allocate 98.00 MiB

I suspect that the running average of the loss keeps the graph alive.
`,
  },
  {
    id: 'vision-class-order',
    project: 'vision',
    gold: ['leafvision/data/leaf_dataset.py::find_classes'],
    report: `# Checkpoint predicts wrong classes on another machine

I trained on our server and evaluated on my laptop with the very same data. Accuracy went from 91 % to 3 %, near chance.
Printing the mapping of class names to indices shows that it is not the same on both machines.
`,
  },
  {
    id: 'vision-resume-lr',
    project: 'vision',
    gold: ['leafvision/engine/trainer.py::Trainer.resume', 'leafvision/utils/checkpoint.py::save_checkpoint'],
    report: `# Loss jumps after --resume

When I continue from a checkpoint the loss goes up by a factor of ten for several epochs. The momentum buffers seem to be
gone; I think that the state of the optimizer is neither written nor restored.
`,
  },
  {
    id: 'vision-cpu-load',
    project: 'vision',
    gold: ['leafvision/utils/checkpoint.py::load_checkpoint'],
    report: `# Cannot evaluate a model that was trained on GPU on a CPU machine

\`python main.py --evaluate runs/best.pth\`

RuntimeError: Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False. If you are running on
a CPU-only machine, please use torch.load with map_location=torch.device('cpu') to map your storages to the CPU.
`,
  },
  {
    id: 'vision-yaml',
    project: 'vision',
    gold: ['leafvision/config.py::load_config'],
    report: `# load() missing 1 required positional argument: 'Loader'

With PyYAML 6 the program stops at once:

\`\`\`
TypeError: load() missing 1 required positional argument: 'Loader'
\`\`\`
`,
  },
  {
    id: 'vision-zero-lr',
    project: 'vision',
    gold: ['leafvision/engine/schedule.py::WarmupCosine.factor', 'leafvision/engine/schedule.py::WarmupCosine.step'],
    report: `# Nothing is learned in the first epoch

During the first epoch of warm-up the learning rate equals min_lr, that is, almost zero, so the loss stays at ln(38).
The ramp should begin above zero.
`,
  },
  {
    id: 'nlp-attention-padding',
    project: 'nlp',
    gold: ['reviewtune/collate.py::DynamicCollator.__call__'],
    report: `# Predictions depend on the other reviews in the batch

The same review gets another score when it is batched with longer ones. With batch size 1 all is well. So padding tokens seem
to be attended to.
`,
  },
  {
    id: 'nlp-metric-axis',
    project: 'nlp',
    gold: ['reviewtune/metrics.py::compute_metrics'],
    report: `# Evaluation crashes after the first epoch

transformers 4.6.0

\`\`\`python-traceback
  File "/usr/lib/python3.8/site-packages/transformers/trainer.py", line 2230, in evaluation_loop
    metrics = self.compute_metrics(EvalPrediction(predictions=all_preds, label_ids=all_labels))
  File "/home/u/reviewtune/reviewtune/metrics.py", line 8, in compute_metrics
    return {'accuracy': accuracy_score(labels, guesses), 'f1': f1_score(labels, guesses, average='macro')}
  File "/usr/lib/python3.8/site-packages/sklearn/metrics/_classification.py", line 202, in accuracy_score
    y_type, y_true, y_pred = _check_targets(y_true, y_pred)
  File "/usr/lib/python3.8/site-packages/sklearn/utils/validation.py", line 319, in check_consistent_length
    raise ValueError("Found input variables with inconsistent numbers of"
ValueError: Found input variables with inconsistent numbers of samples: [1280, 2]
\`\`\`
`,
  },
  {
    id: 'nlp-labels-range',
    project: 'nlp',
    gold: ['reviewtune/dataset.py::stars_to_label', 'run_finetune.py::main'],
    report: `# CUDA error: device-side assert triggered on five star reviews

/pytorch/aten/src/ATen/native/cuda/Loss.cu:111: nll_loss_forward: Assertion \`t >= 0 && t < n_classes\` failed.
RuntimeError: CUDA error: device-side assert triggered

My csv has stars from 1 to 5. The label must be wrong, or the number of labels of the classifier is.
`,
  },
  {
    id: 'nlp-long-reviews',
    project: 'nlp',
    gold: ['reviewtune/dataset.py::ReviewDataset.__getitem__'],
    report: `# Token indices sequence length is longer than the specified maximum sequence length for this model (734 > 512)

I pass --max_length 128 but long reviews are not cut. The warning is followed by

IndexError: index out of range in self

from the embedding. It seems that truncation is never switched on when encoding.
`,
  },
  {
    id: 'nlp-distill',
    project: 'nlp',
    gold: ['reviewtune/distill.py::distillation_loss'],
    report: `# Distillation makes the student worse

The KL term is negative most of the time, which cannot be. PyTorch's documentation says that the input has to be
log-probabilities.
`,
  },
  {
    id: 'nlp-accents',
    project: 'nlp',
    gold: ['reviewtune/clean.py::normalize'],
    report: `# French reviews lose their accents

"tres decu" instead of "très déçu": letters with accents vanish before tokenisation when I score texts with ReviewScorer.
`,
  },
  {
    id: 'nlp-distilbert-freeze',
    project: 'nlp',
    gold: ['reviewtune/freeze.py::freeze_layers'],
    report: `# freezing does not work for DistilBERT

\`\`\`
AttributeError: 'DistilBertModel' object has no attribute 'encoder'
\`\`\`

It has \`transformer.layer\` instead.
`,
  },
  {
    id: 'gan-logits',
    project: 'gan',
    gold: ['facegan/discriminator.py::Discriminator.__init__', 'facegan/losses.py::VanillaLosses.discriminator'],
    report: `# Discriminator loss never goes below 1.0

In dcgan mode the critic's loss stays around 1.0 to 1.38 from the first step. Is the sigmoid applied twice? The network seems to end
in one, and the loss is computed with logits as well.
`,
  },
  {
    id: 'gan-backward-twice',
    project: 'gan',
    gold: ['facegan/loop.py::GanLoop.discriminator_step', 'facegan/loop.py::GanLoop.generator_step'],
    report: `# RuntimeError: Trying to backward through the graph a second time

\`\`\`
Traceback (most recent call last):
  File "train_gan.py", line 36, in <module>
    main()
  File "train_gan.py", line 31, in main
    loop.run_epoch(loader)
  File "/workspace/facegan/loop.py", line 49, in run_epoch
    g_loss = self.generator_step(fake)
  File "/workspace/facegan/loop.py", line 41, in generator_step
    loss.backward()
  File "/opt/conda/lib/python3.7/site-packages/torch/tensor.py", line 245, in backward
    torch.autograd.backward(self, gradient, retain_graph, create_graph, inputs=inputs)
RuntimeError: Trying to backward through the graph a second time, but the saved intermediate results have already been freed.
\`\`\`
`,
  },
  {
    id: 'gan-penalty-device',
    project: 'gan',
    gold: ['facegan/losses.py::WassersteinLosses.gradient_penalty'],
    report: `# --kind wgan fails on GPU

Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!

dcgan trains on the same card without trouble, so it must be in what only WGAN-GP does.
`,
  },
  {
    id: 'gan-range',
    project: 'gan',
    gold: ['facegan/data.py::face_transform'],
    report: `# Discriminator tells real from fake by brightness

Real images come in with values from 0 to 1 whereas the generator's Tanh gives -1 to 1. Shouldn't the pictures be scaled?
`,
  },
  {
    id: 'gan-ema-bn',
    project: 'gan',
    gold: ['facegan/ema.py::Shadow.update', 'facegan/ema.py::Shadow'],
    report: `# Samples of the averaged generator look washed out

Weights are averaged, but running_mean and running_var of the batch norm layers in the shadow copy stay at their initial values.
`,
  },
  {
    id: 'gan-fid-complex',
    project: 'gan',
    gold: ['facegan/fid.py::frechet_distance'],
    report: `# FID is a complex number

Computing the score over 500 images gives (213.4+1.2e-05j). sqrtm returns imaginary parts for singular covariances.
`,
  },
];
