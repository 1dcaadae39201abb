/** A change in a real package that a report would call a bug, with the releases that its change log names. */
export interface Regression {
  readonly name: string;
  readonly package: string;
  readonly good: string;
  readonly bad: string;
  readonly script: string;
  /** The line that shows it. */
  readonly shows: string;
  readonly expected: { readonly older: string; readonly newer: string; readonly change: 'came' | 'went' };
}

/** Pure Python, a few kilobytes each. */
export const small: readonly Regression[] = [
  {
    name: 'a class that is gone',
    package: 'packaging',
    good: '20.0',
    bad: '24.0',
    script: 'from packaging.version import LegacyVersion\n\nprint(LegacyVersion("2.1.0-dev"))\n',
    shows: "ImportError: cannot import name 'LegacyVersion' from 'packaging.version'",
    expected: { older: '21.3', newer: '22.0', change: 'came' },
  },
  {
    name: 'a function that is gone',
    package: 'networkx',
    good: '2.8',
    bad: '3.1',
    script: 'import networkx as nx\n\ngraph = nx.path_graph(3)\nprint(nx.info(graph))\n',
    shows: "AttributeError: module 'networkx' has no attribute 'info'",
    expected: { older: '2.8.8', newer: '3.0', change: 'came' },
  },
];

/** With compiled parts, up to some hundred megabytes in all. */
export const large: readonly Regression[] = [
  {
    name: 'an alias of a type that is gone',
    package: 'numpy',
    good: '1.22.0',
    bad: '1.26.4',
    script: 'import numpy as np\n\nlabels = np.array([0.0, 1.0, 2.0]).astype(np.int)\nprint(labels)\n',
    shows: "AttributeError: module 'numpy' has no attribute 'int'.",
    expected: { older: '1.23.5', newer: '1.24.0', change: 'came' },
  },
  {
    name: 'a sum of a small integer that overflows with a warning',
    package: 'numpy',
    good: '1.25.0',
    bad: '2.1.3',
    script: 'import numpy as np\n\npixel = np.uint8(200)\nprint(pixel + 100)\n',
    shows: 'RuntimeWarning: overflow encountered in scalar add',
    expected: { older: '1.26.4', newer: '2.0.0', change: 'came' },
  },
  {
    name: 'a method that is gone',
    package: 'pandas',
    good: '1.4.0',
    bad: '2.2.0',
    script:
      'import pandas as pd\n\nframe = pd.DataFrame({"loss": [0.5]})\nframe = frame.append({"loss": 0.25}, ignore_index=True)\nprint(frame)\n',
    shows: "AttributeError: 'DataFrame' object has no attribute 'append'",
    expected: { older: '1.5.3', newer: '2.0.0', change: 'came' },
  },
  {
    name: 'a data set that is gone',
    package: 'scikit-learn',
    good: '1.0.2',
    bad: '1.3.2',
    script: 'from sklearn.datasets import load_boston\n\nprint(load_boston(return_X_y=True)[0].shape)\n',
    shows: 'ImportError: `load_boston` has been removed from scikit-learn since version 1.2.',
    expected: { older: '1.1.3', newer: '1.2.0', change: 'came' },
  },
  {
    name: 'an argument that is gone',
    package: 'scikit-learn',
    good: '1.2.0',
    bad: '1.5.2',
    script:
      'from sklearn.preprocessing import OneHotEncoder\n\nencoder = OneHotEncoder(sparse=False)\nprint(encoder.fit_transform([["a"], ["b"]]))\n',
    shows: "TypeError: OneHotEncoder.__init__() got an unexpected keyword argument 'sparse'",
    expected: { older: '1.3.2', newer: '1.4.0', change: 'came' },
  },
  {
    name: 'a warning that went',
    package: 'scikit-learn',
    good: '1.5.2',
    bad: '1.2.2',
    script:
      'import numpy as np\nfrom sklearn.cluster import KMeans\n\nrows = np.arange(20.0).reshape(10, 2)\nprint(KMeans(n_clusters=2, random_state=0).fit(rows).inertia_)\n',
    shows:
      "FutureWarning: The default value of `n_init` will change from 10 to 'auto' in 1.4. Set the value of `n_init` explicitly to suppress the warning",
    expected: { older: '1.3.2', newer: '1.4.0', change: 'went' },
  },
  {
    name: 'a rule of integration that is gone',
    package: 'scipy',
    good: '1.11.0',
    bad: '1.15.0',
    script: 'from scipy.integrate import simps\n\nprint(simps([0.0, 1.0, 4.0], dx=1.0))\n',
    shows: "ImportError: cannot import name 'simps' from 'scipy.integrate'",
    expected: { older: '1.13.1', newer: '1.14.0', change: 'came' },
  },
  {
    name: 'a function for colours that was taken away',
    package: 'matplotlib',
    good: '3.7.0',
    bad: '3.9.0',
    script: 'from matplotlib import cm\n\nprint(cm.get_cmap("viridis").N)\n',
    shows: "AttributeError: module 'matplotlib.cm' has no attribute 'get_cmap'",
    expected: { older: '3.8.4', newer: '3.9.0', change: 'came' },
  },
  {
    name: 'the same function, which was given back',
    package: 'matplotlib',
    good: '3.10.3',
    bad: '3.9.0',
    script: 'from matplotlib import cm\n\nprint(cm.get_cmap("viridis").N)\n',
    shows: "AttributeError: module 'matplotlib.cm' has no attribute 'get_cmap'",
    // 3.9.1 was withdrawn.
    expected: { older: '3.9.0', newer: '3.9.1.post1', change: 'went' },
  },
];
