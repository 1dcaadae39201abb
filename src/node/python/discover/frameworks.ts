import type { Package } from '../../../protocol/environment';

/** What a list of environments shows of each, in this order. */
const shown = [
  'torch',
  'torchvision',
  'torchaudio',
  'lightning',
  'pytorch-lightning',
  'tensorflow',
  'tensorflow-cpu',
  'tensorflow-gpu',
  'tensorflow-intel',
  'tensorflow-macos',
  'keras',
  'tf-keras',
  'jax',
  'flax',
  'transformers',
  'numpy',
  'scikit-learn',
  'xgboost',
  'mxnet',
  'paddlepaddle',
  'theano',
];

/** The frameworks among installed packages. */
export function frameworksAmong(packages: readonly Package[]): Package[] {
  return shown.flatMap((name) => packages.filter((one) => one.name === name));
}
