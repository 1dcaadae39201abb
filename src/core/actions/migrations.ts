/** A change that a release made, as a rewriting of one line. */
export interface Migration {
  /** Tested against the whole script before anything is rewritten. */
  readonly when?: RegExp;
  readonly from: RegExp;
  readonly to: string;
  /** `argument`: one that calls no longer take, or take under another name. */
  readonly kind: 'moved' | 'argument';
}

function moved(from: RegExp, to: string, when?: RegExp): Migration {
  return { kind: 'moved', from, to, ...(when ? { when } : {}) };
}

function argument(from: RegExp, to: string, when?: RegExp): Migration {
  return { kind: 'argument', from, to, ...(when ? { when } : {}) };
}

const graphMode =
  /\btf\s*\.\s*(?:placeholder|Session|InteractiveSession|get_variable|variable_scope|global_variables_initializer)\b/;
const eagerMode =
  /^(?![\s\S]*\btf\s*\.\s*(?:placeholder|Session|InteractiveSession|get_variable|variable_scope|global_variables_initializer)\b)/;
const usesKeras = /\bkeras\b/;
const usesTorch = /\btorch(?:vision|text)?\b/;

/**
 * What moved, was renamed or went, by framework. A data table: each row is a change that the framework's own release notes
 * tell. Rows apply in their order.
 */
export const migrations: readonly Migration[] = [
  // TensorFlow 1 in graph mode runs on TensorFlow 2 through its own module for that.
  moved(/^import tensorflow as tf\s*$/, 'import tensorflow.compat.v1 as tf; tf.disable_v2_behavior()', graphMode),
  moved(/^(\s*)(?:tfe|\w+)\s*=\s*tf\.contrib\.eager\s*$/, '$1pass', eagerMode),
  moved(/^(\s*)import tensorflow\.contrib\.eager as tfe\s*$/, '$1pass', eagerMode),
  moved(/\b(?:tfe|tf\.contrib\.eager)\.Iterator\b/, '', eagerMode),
  moved(/\b(?:tfe|tf\.contrib\.eager)\.Variable\b/, 'tf.Variable', eagerMode),
  moved(/^(\s*)(?:tf|tfe)\.enable_(?:eager_execution|v2_behavior)\([^)]*\)\s*$/, '$1pass', eagerMode),
  moved(/\btf\.train\.GradientDescentOptimizer\b/, 'tf.keras.optimizers.SGD', eagerMode),
  moved(/\btf\.train\.MomentumOptimizer\b/, 'tf.keras.optimizers.SGD', eagerMode),
  moved(/\btf\.train\.RMSPropOptimizer\b/, 'tf.keras.optimizers.RMSprop', eagerMode),
  moved(/\btf\.train\.(Adam|Adagrad|Adadelta|Ftrl)Optimizer\b/, 'tf.keras.optimizers.$1', eagerMode),
  moved(/\btf\.(?:compat\.v1\.)?set_random_seed\b/, 'tf.random.set_seed', eagerMode),
  moved(/\btf\.random_(normal|uniform|shuffle)\b/, 'tf.random.$1', eagerMode),
  moved(/\btf\.truncated_normal\b/, 'tf.random.truncated_normal', eagerMode),
  moved(/\btf\.(log|lgamma|count_nonzero|digamma|erfc?|rsqrt|ceil|floor_div|is_nan|is_inf|is_finite|invert_permutation|segment_sum|unsorted_segment_sum|bincount|confusion_matrix|cumsum|l2_normalize|log1p|log_sigmoid|polyval|reciprocal|softplus|xdivy|zero_fraction)\(/, 'tf.math.$1(', eagerMode),
  moved(/\btf\.to_(float|double|int32|int64|bfloat16)\(([^()]*)\)/, 'tf.cast($2, "$1")', eagerMode),
  moved(/\btf\.(matrix_inverse|matrix_determinant|cholesky|svd|qr|self_adjoint_eig)\(/, 'tf.linalg.$1(', eagerMode),
  moved(/\btf\.nn\.softmax_cross_entropy_with_logits_v2\b/, 'tf.nn.softmax_cross_entropy_with_logits', eagerMode),
  moved(/\btf\.data\.experimental\.AUTOTUNE\b/, 'tf.data.AUTOTUNE'),
  moved(/\btf\.(logging|gfile|app|flags|ConfigProto|GraphDef|Graph)\b/, 'tf.compat.v1.$1', eagerMode),
  argument(/\bkeep_dims\s*=/, 'keepdims='),
  argument(/\breduction_indices\s*=/, 'axis=', /tensorflow/),
  // Keras 1 and 2 on Keras 3.
  moved(/\b(from\s+(?:tensorflow\.)?keras\.layers)\.(?:core|convolutional|pooling|recurrent|embeddings|normalization|merge|merging|wrappers|advanced_activations|noise|local|reshaping|regularization|attention)(?:\.\w+)?\s+import\b/, '$1 import'),
  moved(/^(\s*)from\s+(tensorflow\.)?(?:python\.)?keras\.utils\s+import\s+np_utils\s*$/, '$1from $2keras import utils as np_utils'),
  moved(/\b(from\s+(?:tensorflow\.)?keras\.utils)\.(?:np_utils|vis_utils|generic_utils|data_utils|layer_utils)\s+import\b/, '$1 import'),
  moved(/\bfrom\s+tensorflow\.python\.keras\b/, 'from tensorflow.keras'),
  moved(/\bfrom\s+tensorflow\.contrib\.keras(?:\.python\.keras)?\b/, 'from tensorflow.keras'),
  moved(/\bfrom\s+((?:tensorflow\.)?keras)\.engine(?:\.\w+)?\s+import\b/, 'from $1.layers import'),
  moved(/\bfrom\s+((?:tensorflow\.)?keras)\.(optimizers|initializers)\.(?:legacy|schedules\.learning_rate_schedule|adam_v2|initializers_v2)\s+import\b/, 'from $1.$2 import'),
  moved(/^(\s*)import keras\.backend as (\w+)\s*$/, '$1from tensorflow.keras import backend as $2'),
  moved(/^(\s*)from keras import backend as (\w+)\s*$/, '$1from tensorflow.keras import backend as $2'),
  moved(/\bkeras\.preprocessing\.sequence\s+import\s+pad_sequences\b/, 'keras.utils import pad_sequences'),
  moved(/\bfrom\s+keras\.preprocessing\b/, 'from tensorflow.keras.preprocessing'),
  moved(/\b(keras\.layers)\.experimental\.preprocessing\b/, '$1'),
  moved(/\blayers\.experimental\.preprocessing\.(\w+)/, 'layers.$1'),
  moved(/\bfrom\s+((?:tensorflow\.)?keras)\.legacy(?:\.\w+)?\s+import\b/, 'from $1 import'),
  moved(/\bCuDNN(LSTM|GRU)\b/, '$1', usesKeras),
  moved(/\bfrom\s+keras\.models\s+import\s+Graph\b/, 'from keras.models import Model as Graph'),
  moved(/\bfrom\s+keras\.utils\.training_utils\s+import\s+multi_gpu_model\s*$/, 'multi_gpu_model = lambda model, *args, **kwargs: model'),
  moved(/\bfrom\s+keras\.utils\.visualize_util\s+import\s+plot\b/, 'from keras.utils import plot_model as plot'),
  moved(/\bfrom\s+keras\.wrappers\b/, 'from tensorflow.keras.wrappers'),
  moved(/\.(fit|predict|evaluate)_generator\(/, '.$1('),
  moved(/\.predict_classes\(([^()]*)\)/, '.predict($1).argmax(axis=-1)', usesKeras),
  moved(/\.predict_proba\(/, '.predict(', /\bkeras\b(?![\s\S]*sklearn)/),
  // Keras 1 took the sides of a kernel one by one.
  argument(/\bConv(?:olution)?2D\(((?:[\w.]+|\d+),\s*)(\d+|\w*(?:row|col|size|height)\w*),\s*(\d+|\w*(?:row|col|size|width)\w*)(?=\s*[,)])/, 'Conv2D($1($2, $3)', /\bConvolution2D\b|\bborder_mode\b|\bsubsample\s*=/),
  moved(/\bConvolution(1|2|3)D\b/, 'Conv$1D', usesKeras),
  moved(/\bDeconvolution2D\b/, 'Conv2DTranspose', usesKeras),
  argument(/\bnb_epochs?\s*=/, 'epochs='),
  argument(/\boutput_dim\s*=(?=[^)]*\))/, 'units=', /\bDense\s*\(/),
  argument(/\binit\s*=(?=\s*['"])/, 'kernel_initializer=', usesKeras),
  argument(/\bborder_mode\s*=/, 'padding='),
  argument(/\bsubsample\s*=/, 'strides='),
  argument(/\bnb_filters?\s*=/, 'filters='),
  argument(/\b(W|b)_regularizer\s*=/, 'kernel_regularizer='),
  argument(/\bdim_ordering\s*=\s*['"]tf['"]/, 'data_format="channels_last"'),
  argument(/\bdim_ordering\s*=\s*['"]th['"]/, 'data_format="channels_first"'),
  argument(/\b(SGD|Adam|AdamW|RMSprop|Adagrad|Adadelta|Adamax|Nadam|Ftrl)\(([^()\n]*)\blr\s*=/, '$1($2learning_rate=', usesKeras),
  argument(/\b(SGD|Adam|AdamW|RMSprop|Adagrad|Adadelta|Adamax|Nadam)\(([^()\n]*?),\s*(?:decay|epsilon)\s*=\s*(?:None|[\d.e-]+)/, '$1($2', usesKeras),
  argument(/\b(LeakyReLU)\(\s*alpha\s*=/, '$1(negative_slope='),
  argument(/,\s*(?:steps_per_epoch_type|samples_per_epoch|nb_val_samples|nb_worker|max_q_size|pickle_safe|workers|use_multiprocessing|max_queue_size)\s*=\s*[\w.]+/, '', usesKeras),
  argument(/\bbatch_input_shape\s*=/, 'batch_shape=', usesKeras),
  // PyTorch.
  moved(/^(\s*)import pytorch\s*$/, '$1import torch as pytorch'),
  moved(/(?<![\w.])pytorch\.(?=[a-z])/, 'torch.', /^(?![\s\S]*\bimport\s+(?:\w+\s+as\s+)?pytorch\b)/),
  moved(/\b(\w*(?:loss|cost|err|acc|correct)\w*)\.data\[0\]/i, '$1.item()', usesTorch),
  moved(/\btransforms\.Scale\(/, 'transforms.Resize(', usesTorch),
  moved(/\btransforms\.RandomSizedCrop\(/, 'transforms.RandomResizedCrop(', usesTorch),
  moved(/\bfrom\s+torch\._six\s+import\s+(?:string_classes|int_classes|container_abcs|inf)\b[^\n]*/, 'import collections.abc as container_abcs; string_classes, int_classes, inf = str, int, float("inf")'),
  moved(/\bfrom\s+torchvision\.models\.utils\s+import\s+load_state_dict_from_url\b/, 'from torch.hub import load_state_dict_from_url'),
  moved(/\btorch\.utils\.data\.dataloader\.default_collate\b/, 'torch.utils.data.default_collate'),
  moved(/\btorch\.(?:rfft|irfft)\(/, 'torch.fft.rfft(', usesTorch),
  moved(/\btorch\.(lstsq|qr|svd|cholesky)\(/, 'torch.linalg.$1(', usesTorch),
  moved(/\bnn\.init\.(uniform|normal|xavier_uniform|xavier_normal|kaiming_uniform|kaiming_normal|constant|orthogonal)\(/, 'nn.init.$1_(', usesTorch),
  moved(/\bfrom\s+pytorch_lightning\.metrics\b/, 'from torchmetrics'),
  moved(/\bpl\.metrics\./, 'torchmetrics.'),
  // JAX.
  moved(/^(\s*)from\s+jax\.config\s+import\s+config\s*$/, '$1from jax import config'),
  moved(/\bjax\.(tree_map|tree_multimap)\(/, 'jax.tree_util.tree_map('),
  moved(/\bfrom\s+jax\.experimental\s+import\s+(stax|optimizers)\b/, 'from jax.example_libraries import $1'),
  moved(/\bjax\.experimental\.(stax|optimizers)\b/, 'jax.example_libraries.$1'),
  moved(/\bjax\.ops\.index_update\((\w+),\s*jax\.ops\.index\[([^\]]+)\],\s*([^()]+)\)/, '$1.at[$2].set($3)'),
  moved(/\btorch\.(symeig|eig)\(/, 'torch.linalg.eigh(', usesTorch),
  argument(/,\s*volatile\s*=\s*(?:True|False)/, '', usesTorch),
  argument(/\basync\s*=\s*(True|False)/, 'non_blocking=$1', usesTorch),
  argument(/,\s*(?:size_average|reduce)\s*=\s*False/, ', reduction="none"', usesTorch),
  argument(/\bTrainer\(([^()\n]*?),?\s*(?:gpus|tpu_cores|distributed_backend|amp_backend|progress_bar_refresh_rate|weights_summary|checkpoint_callback)\s*=\s*[\w."']+/, 'Trainer($1', /lightning/),
  // Python 2: names that Python 3 has under another one (What's New in Python 3.0; the collections' of 3.10).
  moved(/(?<![\w.])xrange\(/, 'range('),
  moved(/(?<![\w.])raw_input\(/, 'input('),
  moved(/(?<![\w.])unicode\(/, 'str('),
  moved(/(?<![\w.])unichr\(/, 'chr('),
  moved(/(?<![\w.])long\(/, 'int('),
  moved(/(?<![\w.])basestring\b/, 'str'),
  moved(/\.iter(items|keys|values)\(\)/, '.$1()'),
  moved(/\b(\w+)\.has_key\(([^()]*)\)/, '($2 in $1)'),
  moved(/^(\s*)import cPickle as (\w+)\s*$/, '$1import pickle as $2'),
  moved(/^(\s*)import cPickle\s*$/, '$1import pickle as cPickle'),
  moved(/^(\s*)import urllib2\s*$/, '$1import urllib.request as urllib2'),
  moved(/^(\s*)import Queue\s*$/, '$1import queue as Queue'),
  moved(/^(\s*)import ConfigParser\s*$/, '$1import configparser as ConfigParser'),
  moved(/^(\s*)from c?StringIO import StringIO\s*$/i, '$1from io import StringIO'),
  moved(/^(\s*)from itertools import (?:izip|imap|ifilter)\s*$/, '$1izip, imap, ifilter = zip, map, filter'),
  moved(/^(\s*from\s+)collections(\s+import\s+(?:Iterable|Mapping|MutableMapping|Sequence|Callable|Hashable|Iterator|MutableSequence|Set)\b)/, '$1collections.abc$2'),
  moved(/\bcollections\.(Iterable|Mapping|MutableMapping|Sequence|Callable|Hashable|Iterator|MutableSequence)\b/, 'collections.abc.$1'),
  moved(/\btime\.clock\(\)/, 'time.perf_counter()'),
  // NumPy, pandas, SciPy, scikit-learn, Pillow.
  moved(/\bnp\.(float|int|bool|object|str|complex)(?![\w])/, '$1'),
  moved(/\bnp\.(?:Inf|infty|PINF)\b/, 'np.inf'),
  moved(/\bnp\.NaN\b/, 'np.nan'),
  moved(/\bnp\.asscalar\(((?:[^()]|\([^()]*\))+)\)/, '($1).item()'),
  moved(/\bnp\.product\b/, 'np.prod'),
  moved(/\bnp\.row_stack\b/, 'np.vstack'),
  moved(/\bnp\.trapz\b/, 'np.trapezoid'),
  moved(/\bnp\.(?:float_|cfloat)\b/, 'np.float64'),
  moved(/\.as_matrix\(\)/, '.values'),
  moved(/\.ix\[/, '.loc['),
  moved(/\bsklearn\.cross_validation\b/, 'sklearn.model_selection'),
  moved(/\bsklearn\.grid_search\b/, 'sklearn.model_selection'),
  moved(/\bfrom\s+sklearn\.externals\s+import\s+joblib\b/, 'import joblib'),
  moved(/\bfrom\s+sklearn\.preprocessing\s+import\s+Imputer\b/, 'from sklearn.impute import SimpleImputer as Imputer'),
  argument(/\bOneHotEncoder\(([^()\n]*)\bsparse\s*=/, 'OneHotEncoder($1sparse_output='),
  moved(/\bsklearn\.externals\.six\b/, 'six'),
  moved(/^(\s*)from\s+sklearn\.externals\.joblib\s+import\b/, '$1from joblib import'),
  moved(/\bsklearn\.learning_curve\b/, 'sklearn.model_selection'),
  moved(/\bsklearn\.datasets\.samples_generator\b/, 'sklearn.datasets'),
  moved(/\bsklearn\.(ensemble|tree|linear_model|neighbors|decomposition|cluster|preprocessing|metrics)\.(?:forest|gradient_boosting|tree|base|logistic|stochastic_gradient|unsupervised|pca|k_means_|data|label|scorer|classification|ranking)\s+import\b/, 'sklearn.$1 import'),
  moved(/\bsklearn\.lda\s+import\s+LDA\b/, 'sklearn.discriminant_analysis import LinearDiscriminantAnalysis as LDA'),
  moved(/\bplot_confusion_matrix\(/, 'ConfusionMatrixDisplay.from_estimator(', /sklearn/),
  moved(/\.get_feature_names\(\)/, '.get_feature_names_out()'),
  moved(/\b(\w+)\.append\((\w+)\s*,\s*ignore_index\s*=\s*True\)/, 'pd.concat([$1, $2], ignore_index=True)', /pandas/),
  moved(/\bpd\.(?:Panel|datetime)\b/, 'datetime', /pandas/),
  moved(/\bfrom\s+scipy\.misc\s+import\s+(?:logsumexp|factorial|comb)\b/, 'from scipy.special import logsumexp, factorial, comb'),
  moved(/\bImage\.ANTIALIAS\b/, 'Image.LANCZOS'),
  moved(/\bfrom\s+scipy\.misc\s+import\s+(imread|imsave)\b/, 'from imageio import $1'),
  // Transformers.
  moved(/\bfrom\s+transformers\.(?:modeling|tokenization|configuration)_\w+\s+import\b/, 'from transformers import'),
  moved(/^(\s*)from\s+transformers\s+import\s+AdamW\s*$/, '$1from torch.optim import AdamW'),
  argument(/\bpad_to_max_length\s*=\s*True/, 'padding="max_length"'),
  argument(/\bevaluation_strategy\s*=/, 'eval_strategy='),
]; // prettier-ignore
