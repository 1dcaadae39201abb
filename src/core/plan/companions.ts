/** Distributions whose release, where the report states it, decides what the one in front does, though no code imports them. A data table. */
export const companions: Readonly<Record<string, readonly string[]>> = {
  keras: ['tensorflow', 'h5py', 'protobuf', 'numpy', 'scipy', 'theano'],
  tensorflow: ['keras', 'h5py', 'protobuf', 'numpy', 'gast', 'tensorflow-estimator', 'tensorboard'],
  torch: ['numpy'],
  'pytorch-lightning': ['torch', 'torchmetrics', 'tensorboard', 'numpy'],
  lightning: ['torch', 'torchmetrics', 'pytorch-lightning', 'numpy'],
  torchvision: ['torch', 'pillow', 'numpy'],
  torchtext: ['torch', 'numpy'],
  torchmetrics: ['torch', 'numpy'],
  transformers: ['torch', 'tokenizers', 'numpy'],
  'sentence-transformers': ['torch', 'transformers', 'numpy'],
  accelerate: ['torch', 'numpy'],
  'scikit-learn': ['numpy', 'scipy', 'joblib'],
  pandas: ['numpy'],
  scipy: ['numpy'],
  jax: ['jaxlib', 'numpy'],
  flax: ['jax', 'jaxlib', 'numpy'],
};

/** What Keras computes with. It declares none of them, and runs nothing without one. */
export const kerasBackends: readonly string[] = ['tensorflow', 'torch', 'jax', 'theano', 'cntk'];
