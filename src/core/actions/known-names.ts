/** How a missing name is imported. `family`: only where the script or report speaks of that framework. */
export interface KnownName {
  readonly name: string;
  readonly statement: string;
  /** Root module, as `distributionOf` takes it. */
  readonly module: string;
  readonly family: 'torch' | 'tensorflow' | 'keras' | null;
}

function known(family: KnownName['family'], statement: string, ...names: readonly string[]): readonly KnownName[] {
  const from = /^from (\S+) import$/.exec(statement)?.[1];
  return names.map((name) => {
    const whole = from === undefined ? statement : `${statement} ${name}`;
    const module = (from ?? /^(?:import|from) (\S+)/.exec(statement)?.[1] ?? '').split('.')[0] ?? '';
    return { name, statement: whole, module, family };
  });
}

const kerasLayers = [
  'Dense', 'Dropout', 'Flatten', 'Conv1D', 'Conv2D', 'Conv3D', 'Conv2DTranspose', 'SeparableConv2D', 'MaxPooling1D',
  'MaxPooling2D', 'AveragePooling2D', 'GlobalAveragePooling1D', 'GlobalAveragePooling2D', 'GlobalMaxPooling1D',
  'GlobalMaxPooling2D', 'LSTM', 'GRU', 'SimpleRNN', 'Bidirectional', 'TimeDistributed', 'Embedding',
  'BatchNormalization', 'LayerNormalization', 'Activation', 'LeakyReLU', 'PReLU', 'Reshape', 'Permute', 'RepeatVector',
  'Lambda', 'Concatenate', 'Add', 'Multiply', 'concatenate', 'add', 'Masking', 'UpSampling2D', 'ZeroPadding2D',
  'SpatialDropout1D', 'MultiHeadAttention', 'Input',
] as const; // prettier-ignore

const torchLayers = [
  'Linear', 'Conv1d', 'Conv2d', 'MaxPool2d', 'BatchNorm1d', 'BatchNorm2d', 'ReLU', 'CrossEntropyLoss', 'MSELoss',
  'BCELoss', 'BCEWithLogitsLoss', 'NLLLoss', 'Module', 'ModuleList', 'Parameter',
] as const; // prettier-ignore

/**
 * Names that code of this field uses without saying where they are from. Earlier entries win; an entry with a family
 * counts only beside that family.
 */
export const knownNames: readonly KnownName[] = [
  ...known(null, 'import numpy as np', 'np'),
  ...known(null, 'import pandas as pd', 'pd'),
  ...known(null, 'import matplotlib.pyplot as plt', 'plt'),
  ...known(null, 'import seaborn as sns', 'sns'),
  ...known(null, 'import scipy as sp', 'sp'),
  ...known(null, 'import tensorflow as tf', 'tf'),
  ...known(null, 'import torch.nn.functional as F', 'F'),
  ...known(null, 'import torch.nn as nn', 'nn'),
  ...known('torch', 'import torch.optim as optim', 'optim'),
  ...known('torch', 'import torchvision.transforms as transforms', 'transforms'),
  ...known('torch', 'import torchvision.transforms as T', 'T'),
  ...known('torch', 'from torchvision import', 'datasets', 'models'),
  ...known('torch', 'from torch.autograd import', 'Variable'),
  ...known(null, 'from torch.utils.data import', 'DataLoader', 'Dataset', 'TensorDataset', 'random_split', 'Subset', 'IterableDataset'),
  ...known('torch', 'from torch.nn import', ...torchLayers),
  ...known('torch', 'from torch.nn import', 'Sequential'),
  ...known('torch', 'from torch.optim import', 'SGD', 'Adam', 'AdamW', 'RMSprop', 'Adagrad'),
  ...known('tensorflow', 'from tensorflow import keras', 'keras'),
  ...known('tensorflow', 'from tensorflow.keras import layers', 'layers'),
  ...known('tensorflow', 'from tensorflow.keras.models import', 'Sequential', 'Model', 'load_model', 'model_from_json'),
  ...known('tensorflow', 'from tensorflow.keras.layers import', ...kerasLayers),
  ...known('tensorflow', 'from tensorflow.keras.optimizers import', 'SGD', 'Adam', 'RMSprop', 'Adagrad', 'Adadelta', 'Nadam'),
  ...known('tensorflow', 'from tensorflow.keras.callbacks import', 'EarlyStopping', 'ModelCheckpoint', 'ReduceLROnPlateau', 'TensorBoard', 'LearningRateScheduler', 'Callback'),
  ...known('tensorflow', 'from tensorflow.keras.utils import', 'to_categorical'),
  ...known('tensorflow', 'from tensorflow.keras import backend as K', 'K'),
  ...known('keras', 'import keras', 'keras'),
  ...known('keras', 'from keras import layers', 'layers'),
  ...known('keras', 'from keras.models import', 'Sequential', 'Model', 'load_model', 'model_from_json'),
  ...known('keras', 'from keras.layers import', ...kerasLayers),
  ...known('keras', 'from keras.optimizers import', 'SGD', 'Adam', 'RMSprop', 'Adagrad', 'Adadelta', 'Nadam'),
  ...known('keras', 'from keras.callbacks import', 'EarlyStopping', 'ModelCheckpoint', 'ReduceLROnPlateau', 'TensorBoard', 'LearningRateScheduler', 'Callback'),
  ...known('keras', 'from keras.utils import', 'to_categorical'),
  ...known('keras', 'from keras import backend as K', 'K'),
  ...known(null, 'import jax.numpy as jnp', 'jnp'),
  ...known(null, 'from sklearn.model_selection import', 'train_test_split', 'cross_val_score', 'KFold', 'StratifiedKFold', 'GridSearchCV', 'RandomizedSearchCV', 'cross_validate', 'cross_val_predict'),
  ...known(null, 'from sklearn.preprocessing import', 'StandardScaler', 'MinMaxScaler', 'LabelEncoder', 'OneHotEncoder', 'LabelBinarizer', 'MultiLabelBinarizer', 'OrdinalEncoder', 'PolynomialFeatures', 'RobustScaler', 'Normalizer', 'normalize'),
  ...known(null, 'from sklearn.metrics import', 'accuracy_score', 'confusion_matrix', 'classification_report', 'f1_score', 'precision_score', 'recall_score', 'roc_auc_score', 'roc_curve', 'mean_squared_error', 'mean_absolute_error', 'r2_score', 'log_loss', 'silhouette_score', 'precision_recall_curve'),
  ...known(null, 'from sklearn.linear_model import', 'LinearRegression', 'LogisticRegression', 'Ridge', 'Lasso', 'SGDClassifier', 'ElasticNet', 'Perceptron'),
  ...known(null, 'from sklearn.ensemble import', 'RandomForestClassifier', 'RandomForestRegressor', 'GradientBoostingClassifier', 'GradientBoostingRegressor', 'AdaBoostClassifier', 'VotingClassifier'),
  ...known(null, 'from sklearn.tree import', 'DecisionTreeClassifier', 'DecisionTreeRegressor'),
  ...known(null, 'from sklearn.neighbors import', 'KNeighborsClassifier', 'KNeighborsRegressor', 'NearestNeighbors'),
  ...known(null, 'from sklearn.svm import', 'SVC', 'SVR', 'LinearSVC'),
  ...known(null, 'from sklearn.cluster import', 'KMeans', 'DBSCAN', 'AgglomerativeClustering'),
  ...known(null, 'from sklearn.decomposition import', 'PCA', 'TruncatedSVD', 'NMF'),
  ...known(null, 'from sklearn.naive_bayes import', 'GaussianNB', 'MultinomialNB'),
  ...known(null, 'from sklearn.pipeline import', 'Pipeline', 'make_pipeline', 'FeatureUnion'),
  ...known(null, 'from sklearn.compose import', 'ColumnTransformer', 'make_column_transformer'),
  ...known(null, 'from sklearn.impute import', 'SimpleImputer', 'KNNImputer'),
  ...known(null, 'from sklearn.feature_extraction.text import', 'CountVectorizer', 'TfidfVectorizer', 'TfidfTransformer'),
  ...known(null, 'from sklearn.datasets import', 'load_iris', 'load_digits', 'load_breast_cancer', 'load_wine', 'make_classification', 'make_regression', 'make_blobs'),
  ...known(null, 'from sklearn import', 'preprocessing', 'metrics', 'svm', 'linear_model'),
  ...known(null, 'from transformers import', 'AutoTokenizer', 'AutoModel', 'AutoConfig', 'AutoModelForSequenceClassification', 'AutoModelForCausalLM', 'BertModel', 'BertTokenizer', 'BertConfig', 'GPT2LMHeadModel', 'GPT2Tokenizer', 'Trainer', 'TrainingArguments', 'pipeline'),
  ...known(null, 'from PIL import', 'Image'),
  ...known(null, 'from tqdm import', 'tqdm'),
  ...known(null, 'from collections import', 'OrderedDict', 'defaultdict', 'Counter', 'namedtuple', 'deque'),
  ...known(null, 'from functools import', 'partial', 'reduce'),
  ...known(null, 'from copy import', 'deepcopy'),
  ...known(null, 'from pathlib import', 'Path'),
  ...known(null, 'from datetime import', 'datetime', 'timedelta'),
  ...known(null, 'from dataclasses import', 'dataclass'),
  ...known(null, 'from typing import', 'List', 'Dict', 'Tuple', 'Optional', 'Union', 'Any', 'Callable', 'Iterable', 'Sequence'),
  ...known(null, 'from time import', 'perf_counter'),
  ...known(null, 'from glob import', 'glob'),
  ...known(null, 'from itertools import', 'product', 'chain', 'islice', 'cycle'),
]; // prettier-ignore

/** Modules that are imported under their own name, where an attribute is read from them. */
export const plainModules: ReadonlySet<string> = new Set([
  'torch', 'torchvision', 'torchaudio', 'tensorflow', 'keras', 'numpy', 'pandas', 'scipy', 'sklearn', 'matplotlib',
  'cv2', 'yaml', 'h5py', 'nltk', 'jax', 'flax', 'optax', 'transformers', 'xgboost', 'lightgbm', 'joblib', 'PIL',
  'os', 'sys', 'time', 'math', 'random', 'json', 'csv', 're', 'io', 'copy', 'pickle', 'gc', 'argparse', 'logging',
  'itertools', 'functools', 'collections', 'datetime', 'shutil', 'tempfile', 'threading', 'multiprocessing', 'warnings',
  'string', 'struct', 'types', 'typing', 'pathlib', 'statistics', 'operator', 'glob', 'inspect', 'traceback', 'socket',
  'subprocess', 'urllib', 'zipfile', 'tarfile', 'gzip', 'heapq', 'bisect', 'queue', 'uuid', 'hashlib', 'platform',
]); // prettier-ignore

/** Modules that code calls by a short name of its own, told by what it takes from them. */
export const modulesByAttribute: readonly { readonly module: string; readonly attributes: ReadonlySet<string> }[] = [
  {
    module: 'torch.distributions',
    attributes: new Set(['Normal', 'Categorical', 'MixtureSameFamily', 'Independent', 'Bernoulli', 'Beta', 'Gamma', 'MultivariateNormal', 'Uniform', 'Dirichlet', 'OneHotCategorical', 'RelaxedBernoulli']),
  },
  { module: 'torchvision.transforms', attributes: new Set(['Compose', 'ToTensor', 'Resize', 'RandomCrop', 'CenterCrop']) },
  { module: 'torch.nn', attributes: new Set(['Linear', 'Module', 'Conv2d', 'CrossEntropyLoss', 'MSELoss', 'ReLU', 'BatchNorm2d']) },
  { module: 'torch.nn.functional', attributes: new Set(['log_softmax', 'max_pool2d', 'cross_entropy', 'nll_loss', 'mse_loss']) },
  { module: 'tensorflow.keras.layers', attributes: new Set(['Dense', 'Conv2D', 'Flatten', 'LSTM', 'MaxPooling2D', 'Embedding', 'Dropout']) },
  { module: 'tensorflow.keras.backend', attributes: new Set(['clear_session', 'int_shape', 'set_session', 'image_data_format', 'set_image_data_format', 'categorical_crossentropy', 'binary_crossentropy', 'learning_phase', 'function']) },
  { module: 'pytorch_lightning', attributes: new Set(['LightningModule', 'Trainer', 'LightningDataModule', 'seed_everything']) },
  { module: 'jax.numpy', attributes: new Set(['einsum_path', 'vdot']) },
  { module: 'flax.linen', attributes: new Set(['compact', 'BatchNorm']) },
]; // prettier-ignore
