import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { PythonParser } from '../../../src/core/ports/python-parser';
import type { Symptom } from '../../../src/protocol/symptom';
import { createTestParser } from '../../helpers/create-test-parser';
import { otherSymptom, repair } from '../../helpers/repair';
import { temporaryFolder } from '../../helpers/temporary-folder';
import { createSnippetRunner, type SnippetRunner } from '../../helpers/snippet-runner';

/** A report in the shape of real ones: what is broken, what mends it, and how it ends then. */
interface Broken {
  readonly name: string;
  readonly code: string;
  readonly prose?: string;
  /** Actions that must be among those used. */
  readonly actions: readonly string[];
  /** What ends the repaired script; null: nothing. */
  readonly end?: RegExp;
  /** What the repaired script must hold. */
  readonly holds?: RegExp;
}

const run = promisify(execFile);

const imports = 'import-addition-dependency-resolution';
const data = 'input-data-generation';
const settings = 'hyperparameter-initialization';
const network = 'neural-network-construction';
const migration = 'version-migration';
const removal = 'obsolete-parameter-removal';
const files = 'dataset-procurement';
const syntax = 'compiler-error-resolution';
const tokenizers = 'model-tokenizer-download';

const torchReports: readonly Broken[] = [
  { name: 'the usual aliases', code: 'x = np.ones((2, 3))\ny = F.relu(torch.from_numpy(x))\nprint(nn.Linear(3, 1), y)', actions: [imports] },
  { name: 'a loss and a layer by their own names', code: 'print(CrossEntropyLoss()(torch.rand(4, 3), torch.tensor([0, 1, 2, 0])), Linear(2, 2))', actions: [imports] },
  { name: 'an alias told by what is taken from it', code: 'd = D.Normal(torch.zeros(2), torch.ones(2))\nprint(d.sample())', actions: [imports], holds: /import torch\.distributions as D/ },
  { name: 'optimizers under their module', code: 'w = torch.ones(2, requires_grad=True)\nopt = optim.SGD([w], lr=0.1)\nopt.step()', actions: [imports] },
  { name: 'scikit-learn by function names', code: 'a, b = train_test_split(list(range(10)))\nprint(accuracy_score([0, 1], [0, 1]), StandardScaler())', actions: [imports] },
  { name: 'the standard library', code: 'd = defaultdict(list)\nprint(os.getcwd(), math.pi, OrderedDict(), partial(max, 1))', actions: [imports] },
  { name: 'typing and dataclasses', code: '@dataclass\nclass A:\n    x: Optional[int] = None\n    y: List[int] = None\nprint(A())', actions: [imports] },
  { name: 'a loader class in use', code: 'ds = TensorDataset(torch.rand(8, 2), torch.rand(8, 1))\nfor x, y in DataLoader(ds, batch_size=4):\n    print(x.shape)', actions: [imports] },

  { name: 'a recurrent layer by the sizes of its state', code: 'import torch\nhidden = torch.zeros(2, 8, 16)\nout, hidden = rnn(x, hidden)\nprint(out.shape, hidden.shape)', actions: [network, data], holds: /rnn = torch\.nn\.RNN\(8, 16, num_layers=2\)/ },
  { name: 'an LSTM by its pair of states', code: 'import torch\nbatch = 6\nh0 = torch.zeros(1, batch, 12)\nc0 = torch.zeros(1, batch, 12)\ny, (hn, cn) = encoder(seq, (h0, c0))\nprint(y.sum(), hn.shape)', prose: 'The encoder is an LSTM.', actions: [network, data], holds: /encoder = torch\.nn\.LSTM\(8, 12, num_layers=1\)/ },
  { name: 'a network that takes two values and gives three', code: 'import torch\na = torch.rand(4, 8)\nb = torch.rand(4, 8)\nlogits, mu, var = model(a, b)\nprint(logits.shape, mu.shape, var.shape)', actions: [network] },
  { name: 'features of the first layer', code: 'import torch\nfrom torch import nn\nnet = nn.Sequential(nn.Linear(12, 4), nn.ReLU(), nn.Linear(4, 2))\nprint(net(inputs).shape)', actions: [data], holds: /12/ },
  { name: 'pictures of the size that the linear layer asks for', code: 'import torch\nfrom torch import nn\nnet = nn.Sequential(nn.Conv2d(1, 6, 5), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(6 * 12 * 12, 10))\nprint(net(images).shape)', prose: 'The pictures are grey.', actions: [data] },
  { name: 'class labels for cross entropy', code: 'import torch\nfrom torch import nn\nnet = nn.Linear(5, 3)\nloss = nn.CrossEntropyLoss()(net(features), labels)\nloss.backward()', actions: [data] },
  { name: 'numbers for a squared error', code: 'import torch\nfrom torch import nn\nnet = nn.Linear(5, 2)\nloss = nn.MSELoss()(net(x_train), y_train)\nloss.backward()', actions: [data] },
  { name: 'zeros and ones for a binary loss', code: 'import torch\nfrom torch import nn\nnet = nn.Linear(5, 1)\nloss = nn.BCEWithLogitsLoss()(net(x), y)\nloss.backward()', actions: [data] },
  { name: 'token ids below the size of the table', code: 'import torch\nfrom torch import nn\nemb = nn.Embedding(20, 4)\nmodel = emb\nprint(model(tokens).shape)', actions: [data] },
  { name: 'a shape told in a comment', code: 'import torch\nprint(a.sum(), b.shape)   # a (3, 7), b (7, 2)\nprint(a @ b)', actions: [data] },
  { name: 'a value printed in the report', code: 'import torch\nprint(x * 2)', prose: 'x is\n\n```\ntensor([[1., 2.], [3., 4.]])\n```\n', actions: [data], holds: /x = torch\.tensor\(\[\[1/ },
  { name: 'a value told in a sentence', code: 'import torch\nprint(torch.zeros(size))', prose: '`size` is `(2, 5)`.', actions: [], holds: /size = \(2, 5\)/ },
  { name: 'batches of a loop', code: 'import torch\nfrom torch import nn\nnet = nn.Linear(6, 3)\ncriterion = nn.CrossEntropyLoss()\nfor i, (x, y) in enumerate(train_loader):\n    criterion(net(x), y).backward()', actions: [data] },
  { name: 'a data set for a loader', code: 'import torch\nfrom torch.utils.data import DataLoader\nfor x, y in DataLoader(dataset, batch_size=2):\n    print(x.shape, y)', actions: [data] },
  { name: 'arrays where NumPy is asked', code: 'import numpy as np, torch\nx = torch.from_numpy(data)\nprint(x.mean())', actions: [data] },

  { name: 'labels without the axis that the code adds', code: 'import torch\nfrom torch import nn\nnet = nn.Linear(5, 1)\nloss = nn.BCEWithLogitsLoss()\nfor x, y in loader:\n    loss(net(x), y.unsqueeze(1)).backward()', actions: [data] },
  { name: 'positions for a table whose size is handed on', code: 'import torch\nfrom torch import nn\nclass Net(nn.Module):\n    def __init__(self, vocab):\n        super().__init__()\n        self.emb = nn.Embedding(vocab, 4)\n    def forward(self, x):\n        return self.emb(x)\nnet = Net(len(words) + 1)\nfor x, y in train_loader:\n    print(net(x).shape)', actions: [data] },
  { name: 'features as wide as the run asked for', code: 'import torch\nfrom torch import nn\nsizes = [12, 4]\nnet = nn.Sequential(nn.Flatten(), nn.Linear(*sizes))\nprint(net(x).shape)', actions: [data], holds: /torch\.rand\(64, 12\)/ },
  { name: 'labels as floats once the loss refused others', code: 'import torch\nfrom torch import nn\nnet = nn.Linear(5, 1)\nprint(nn.functional.binary_cross_entropy_with_logits(net(inputs)[:, 0], targets))', actions: [data] },
  { name: 'as many classes as the loss takes', code: 'import torch\nfrom torch import nn\nhead = {"classes": 2}\nnet = nn.Linear(4, head["classes"])\nprint(nn.CrossEntropyLoss()(net(features), labels))', prose: 'There are nine species.', actions: [data] },
  { name: 'a shape behind a colon', code: 'import torch\n# images: (12, 3, 8, 8)   labels: (12,)\nprint(images.mean(), labels.float().mean())\nassert images.shape == (12, 3, 8, 8) and labels.shape == (12,)', actions: [data] },
  { name: 'a shape in a sentence', code: 'import torch\nfrom torch import nn\nloss = nn.MSELoss()(nn.Linear(128, 1)(x), y)\nassert x.shape == (256, 128)', prose: 'x is (256, 128), y (256, 1).', actions: [data] },
  { name: 'an object whose methods give batches', code: 'import torch\nfrom torch import nn\nnet = nn.Linear(8, 1)\nx, y = sampler.next_batch(32)\nprint(nn.MSELoss()(net(x), y))', actions: [data], holds: /next_batch=sampler_next_batch/ },
  { name: 'a series that is cut into windows', code: 'import numpy as np\nxs = []\nfor i in range(len(prices) - 10):\n    xs.append(prices[i:i + 10])\nprint(np.array(xs).reshape(-1, 10, 1).shape)\nassert prices.min() >= 900 and prices.max() <= 1400', prose: 'The prices lie between 900 and 1400.', actions: [data] },
  { name: 'an import further down', code: 'def f():\n    return np.ones(2)\nprint(f(), torch.ones(1))\nimport numpy as np\nimport torch', actions: [syntax] },
  { name: 'a class below its use', code: 'import torch\nprint(Net()(torch.rand(1, 2)))\nclass Net(torch.nn.Module):\n    def forward(self, x):\n        return x', actions: [syntax] },

  { name: 'batch size and learning rate', code: 'import torch\nw = torch.ones(3, requires_grad=True)\nopt = torch.optim.SGD([w], lr=learning_rate)\nfor e in range(num_epochs):\n    print(torch.rand(batch_size, 3) @ w)', actions: [settings] },
  { name: 'sizes of layers', code: 'import torch\nfrom torch import nn\nnet = nn.Sequential(nn.Linear(input_size, hidden_size), nn.Linear(hidden_size, num_classes))\nprint(net)', actions: [settings] },
  { name: 'a number of classes from the report', code: 'from torch import nn\nprint(nn.Linear(4, n_classes))', prose: 'There are seven classes.', actions: [settings], holds: /n_classes = 7/ },
  { name: 'a device', code: 'import torch\nprint(torch.rand(2).to(device))', actions: [settings], holds: /torch\.device\("cpu"\)/ },
  { name: 'a loss that a loop uses', code: 'import torch\nfrom torch import nn\nnet = nn.Linear(4, 3)\nopt = torch.optim.Adam(net.parameters())\nx, y = torch.rand(8, 4), torch.randint(0, 3, (8,))\nloss = criterion(net(x), y)\nloss.backward()\nopt.step()', actions: [settings] },
  { name: 'an optimizer over the network at hand', code: 'import torch\nfrom torch import nn\nnet = nn.Linear(4, 1)\nloss = net(torch.rand(2, 4)).sum()\noptimizer.zero_grad()\nloss.backward()\noptimizer.step()', actions: [settings] },
  { name: 'a value that stands in the text', code: 'import torch\nprint(torch.rand(rows, 2).shape)', prose: 'I use rows = 11 for this.', actions: [], holds: /rows = 11/ },
  { name: 'a default of a parameter', code: 'import torch\ndef f(x, device=device):\n    return x.to(device)\nprint(f(torch.rand(2)))', actions: [settings] },

  { name: 'a network that is called', code: 'import torch\nx = torch.rand(4, 8)\nprint(model(x).shape)', actions: [network] },
  { name: 'a network in a training loop', code: 'import torch\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor p in net.parameters():\n    print(p.shape)', actions: [network] },
  { name: 'a class of a network', code: 'import torch\nmodel = Classifier()\nprint(model(torch.rand(2, 8)).shape)', actions: [network] },
  { name: 'the layers of a method', code: 'h = torch.relu(self.fc1(x))\nout = self.drop(self.fc2(h))\nprint(out.shape)', actions: [data] },
  { name: 'a function that nobody calls', code: 'import torch\ndef train(model, loader):\n    for x, y in loader:\n        print(model(x).shape)', actions: [network] },
  { name: 'a network that nobody makes', code: 'import torch\nfrom torch import nn\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.fc = nn.Linear(6, 2)\n    def forward(self, x):\n        return self.fc(x)', actions: [data], holds: /model = Net\(\)\nx = .*\nmodel\(x\)/ },
  { name: 'an encoder and a decoder', code: 'import torch\nz = encoder(torch.rand(3, 8))\nprint(z.shape, decoder.parameters())', actions: [network] },
  { name: 'a model in evaluation mode', code: 'import torch\nmodel.eval()\nwith torch.no_grad():\n    print(model(torch.rand(1, 8)))', actions: [network] },

  { name: 'types of NumPy that went', code: 'import numpy as np\nprint(np.zeros(3, dtype=np.float), np.int(3), np.bool(1))', actions: [migration] },
  { name: 'joblib inside scikit-learn', code: 'from sklearn.externals import joblib\nprint(joblib.cpu_count())', actions: [migration] },
  { name: 'cross validation of scikit-learn', code: 'from sklearn.cross_validation import train_test_split\nprint(train_test_split([1, 2, 3, 4]))', actions: [migration] },
  { name: 'the imputer of scikit-learn', code: 'from sklearn.preprocessing import Imputer\nprint(Imputer())', actions: [migration] },
  { name: 'spellings of infinity', code: 'import numpy as np\nprint(np.Inf, np.NaN, np.product([2, 3]))', actions: [migration] },
  { name: 'a library by its project name', code: 'import torch\nprint(pytorch.ones(2))', actions: [migration] },
  { name: 'losses read as arrays', code: 'import torch\nloss = torch.ones(1, requires_grad=True).sum()\nprint(np.asscalar(loss.detach().numpy()), np.float(1))', actions: [migration] },
  { name: 'rows put on each other', code: 'import numpy as np\nprint(np.row_stack([[1], [2]]), np.trapz([1, 2]))', actions: [migration] },

  { name: 'an encoder that was sparse', code: 'from sklearn.preprocessing import OneHotEncoder\nprint(OneHotEncoder(sparse=False).fit_transform([[1], [2]]))', actions: [removal] },
  { name: 'an argument that no call takes', code: 'import torch\nprint(torch.nn.Linear(2, 3, fancy=True, bias=False))', actions: [removal] },
  { name: 'an argument on a line of its own', code: 'from sklearn.linear_model import LinearRegression\nm = LinearRegression(\n    fit_intercept=True,\n    normalize=True)\nprint(m)', actions: [removal] },
  { name: 'a cluster count of jobs', code: 'from sklearn.cluster import KMeans\nprint(KMeans(n_clusters=2, n_jobs=1))', actions: [removal] },
  { name: 'a forest with an old argument', code: 'from sklearn.ensemble import RandomForestClassifier\nprint(RandomForestClassifier(n_estimators=5, min_impurity_split=None))', actions: [removal] },
  { name: 'two arguments, one after the other', code: 'import torch\nprint(torch.nn.Linear(2, 3, fancy=1, strange=2))', actions: [removal, removal] },

  { name: 'an argument of a loss', code: 'import torch\nloss = torch.nn.CrossEntropyLoss(size_average=True, fancy=3)\nprint(loss)', actions: [removal] },
  { name: 'an argument of an optimizer', code: 'import torch\nw = torch.ones(2, requires_grad=True)\nprint(torch.optim.SGD([w], lr=0.1, warmup=3))', actions: [removal] },

  { name: 'methods without their class', code: 'def forward(self, x):\n    return self.fc2(torch.relu(self.fc1(x)))\n\nprint(block(torch.rand(2, 8)).shape)', prose: 'fc1 and fc2 are both `nn.Linear(8, 8)`.', actions: [network], holds: /torch\.nn\.Linear\(8, 8\)/ },
  { name: 'a class of the script under a name that is missing', code: 'import torch\nclass Net(torch.nn.Module):\n    def __init__(self, hidden_size):\n        super().__init__()\n        self.a = torch.nn.Linear(4, hidden_size)\n    def forward(self, x):\n        return self.a(x)\nprint(model(torch.rand(2, 4)).shape)', actions: [network], holds: /model = Net\(32\)/ },
  { name: 'a network told in a sentence', code: 'import torch\nprint(net(torch.rand(3, 20)).shape)', prose: 'The network is 20 -> 50 -> 2.', actions: [network], holds: /Linear\(50, 2\)/ },
  { name: 'a function whose result is taken apart', code: 'import numpy as np\n(a, b), (c, d) = load_everything("x")\nprint(len(a), len(b), len(c), len(d))', actions: [data] },
  { name: 'batches that a function gives', code: 'import torch\nfrom torch import nn\nnet = nn.Linear(5, 2)\nfor x, y in get_batches(3):\n    nn.CrossEntropyLoss()(net(x), y).backward()', actions: [data] },
  { name: 'two lists side by side', code: 'for words, label in zip(all_words, all_labels):\n    print(len(words), label)', prose: 'all_words is a list of lists of ints, all_labels is a list of ints.', actions: [data] },
  { name: 'a plot where nothing can draw', code: 'import numpy as np\nimport matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nax.plot(np.ones(3))\nplt.show()', actions: [imports], holds: /Silent/ },
  { name: 'an accelerator that is not there', code: 'import torch\nnet = torch.nn.Linear(2, 1).to("cuda:0")\nprint(net(torch.rand(3, 2).cuda()).sum())', actions: [settings], holds: /\.to\("cpu"\)/ },

  { name: 'prompts of the interpreter', code: '>>> x = 1\n>>> for i in range(2):\n...     x += i\n...\n>>> print(x)\n2', actions: [] },
  { name: 'typographic quotes', code: 'print(“a”, ‘b’)', actions: [syntax] },
  { name: 'a part that was pasted deeper', code: 'x = 1\n    y = 2\n    print(x + y)\nz = 3', actions: [syntax] },
  { name: 'print statements', code: 'x = 3\nprint "x is", x\nprint x,\nprint', actions: [syntax] },
  { name: 'an except clause of Python 2', code: 'try:\n    int("a")\nexcept ValueError, e:\n    print(e)', actions: [syntax] },
  { name: 'a raise and numbers of Python 2', code: 'try:\n    raise ValueError, "no"\nexcept ValueError:\n    print(10L, 0777)', actions: [syntax] },
  { name: 'a part that is left out', code: 'def f():\n    [...]\n    return 2\nfor i in range(2):\n    <more code here>\nprint(f())', actions: [syntax] },
  { name: 'magics of a notebook', code: '%matplotlib inline\n!pip install torch\nimport math\nprint(math.pi)', actions: [] },
  { name: 'non-breaking spaces', code: 'def f():\n\u00a0\u00a0\u00a0\u00a0return 1\nprint(f())', actions: [syntax] },
  { name: 'names of Python 2', code: 'd = {"a": 1}\nfor i in xrange(2):\n    for k, v in d.iteritems():\n        print(unicode(k), v)', actions: [migration] },

  { name: 'settings from a file of the project', code: 'import torch\nfrom config import cfg\nnet = torch.nn.Linear(4, cfg.hidden_size)\nprint(net(torch.rand(2, 4)).shape)', actions: [imports, data] },
  { name: 'a network and a function from files of the project', code: 'import torch\nfrom models.unet import UNet\nfrom utils import *\nnet = UNet(3)\nprint(net(torch.rand(2, 8)).shape)', actions: [imports] },
  { name: 'a file beside a module of a package', code: 'import torch\nfrom .layers import (\n    Block,\n    Head,\n)\nprint(torch.ones(1))', actions: [imports] },
  { name: 'a guarded import of a file of the project', code: 'import torch\nif True:\n    import my_helpers\nprint(torch.ones(1))', actions: [imports] },
  { name: 'a data module of Lightning', code: 'class Net(pl.LightningModule):\n    def __init__(self):\n        super().__init__()\n        self.fc = nn.Linear(6, 1)\n    def training_step(self, batch, batch_idx):\n        x, y = batch\n        return F.mse_loss(self.fc(x).squeeze(-1), y)\n    def validation_step(self, batch, batch_idx):\n        x, y = batch\n        self.log("v", F.mse_loss(self.fc(x).squeeze(-1), y))\n    def configure_optimizers(self):\n        return torch.optim.SGD(self.parameters(), lr=0.01)\npl.Trainer(max_epochs=1, logger=False, enable_checkpointing=False).fit(Net(), dm)', prose: 'pytorch lightning', actions: [imports, data], holds: /LightningDataModule/ },
  { name: 'a module of Lightning that nothing fits', code: 'class Net(pl.LightningModule):\n    def __init__(self, n_in):\n        super().__init__()\n        self.fc = nn.Linear(n_in, 3)\n    def training_step(self, batch, i):\n        return F.cross_entropy(self.fc(batch["feats"]), batch["label"])\n    def configure_optimizers(self):\n        return torch.optim.SGD(self.parameters(), lr=0.01)', prose: 'pytorch lightning', actions: [imports, data], holds: /trainer\.fit\(model, train_loader\)/ },
  { name: 'batches that are dictionaries', code: 'import torch\nfrom torch import nn\nemb = nn.EmbeddingBag(50, 4)\nfor batch in train_loader:\n    out = emb(batch["input_ids"])\n    nn.functional.cross_entropy(out, batch["labels"]).backward()\n    assert batch["attention_mask"].shape == batch["input_ids"].shape', actions: [data] },
  { name: 'a step that was fitted elsewhere', code: 'import numpy as np\nrow = scaler.transform(np.array(features).reshape(1, -1))\nprint(row.shape)', prose: 'It is sklearn.', actions: [data] },
  { name: 'an estimator that was fitted elsewhere', code: 'import numpy as np\nprint(clf.predict(np.random.rand(2, 8)))', prose: 'clf is a RandomForestClassifier of sklearn.', actions: [network], holds: /RandomForestClassifier\(\)\.fit/ },
  { name: 'a folder that is divided by a name', code: 'import torch\ntorch.save({"a": 1}, out_dir / "a.pt")\nprint((out_dir / "a.pt").exists())', actions: [settings], holds: /pathlib\.Path/ },
  { name: 'sizes of layers that a class takes', code: 'import torch\nfrom torch import nn\nclass MLP(nn.Module):\n    def __init__(self, sizes):\n        super().__init__()\n        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in zip(sizes[:-1], sizes[1:]))\nprint(len(MLP(layer_sizes).layers))', actions: [settings], holds: /layer_sizes = \[8, 16, 3\]/ },
  { name: 'a call that only a sentence tells', code: 'import torch\nnet = torch.nn.Linear(4, 2)', prose: 'and then `net(torch.rand(3, 5))` fails.', actions: [data], end: /^RuntimeError: .*mat1 and mat2/ },
  { name: 'a module and its function of one name', code: 'print(glob.glob("*.none"), time.time() > 0)', actions: [imports], holds: /^import glob/m },

  { name: 'a tokenizer that gives tensors', code: 'import torch\nbatch = tokenizer(["a b", "c"], padding=True, return_tensors="pt")\nprint(batch["input_ids"].shape)', actions: [tokenizers] },
  { name: 'a tokenizer that gives lists', code: 'print(len(tokenizer.encode("some text")))', actions: [tokenizers] },
  { name: 'a tokenizer that reads back', code: 'ids = tokenizer.encode("x y")\nprint(tokenizer.decode(ids))', actions: [tokenizers] },
  { name: 'a size of a vocabulary', code: 'import torch\nemb = torch.nn.Embedding(tokenizer.vocab_size, 4)\nprint(emb(torch.tensor(tokenizer.encode("a"))).shape)', actions: [tokenizers] },
  { name: 'a tokenizer for pairs', code: 'print(sorted(tokenizer.encode_plus("a", "b", max_length=8)))', actions: [tokenizers] },
  { name: 'tokens and their positions', code: 'print(tokenizer.convert_tokens_to_ids(tokenizer.tokenize("a b c")))', actions: [tokenizers] },
  { name: 'special positions', code: 'print(tokenizer.pad_token_id, tokenizer.eos_token, len(tokenizer))', actions: [tokenizers] },
  { name: 'a tokenizer under its own name', code: 'bert_tokenizer.batch_encode_plus(["a", "b"])\nprint(bert_tokenizer.model_max_length)', actions: [tokenizers] },

  { name: 'an array on disk', code: 'import numpy as np\nx = np.load("x.npy")\nprint(x.shape)', actions: [files] },
  { name: 'an array with its shape in a comment', code: 'import numpy as np\nx = np.load("parts/x.npy")  # (5, 4)\nassert x.shape == (5, 4)', actions: [files] },
  { name: 'several arrays in one file', code: 'import numpy as np\nd = np.load("d.npz")\nprint(d["features"].shape, d["labels"].shape)', actions: [files] },
  { name: 'a pickle', code: 'import pickle\nrows = pickle.load(open("rows.p", "rb"))\nprint(len(rows))', actions: [files] },
  { name: 'a table of numbers', code: 'import numpy as np\nt = np.loadtxt("t.csv", delimiter=",")\nprint(t[:, 0:3].shape, t[:, 3])', actions: [files] },
  { name: 'text lines', code: 'words = open("corpus.txt").read().split()\nprint(len(words))', actions: [files] },
  { name: 'weights of the network at hand', code: 'import torch\nnet = torch.nn.Linear(2, 2)\nnet.load_state_dict(torch.load("net.pt"))\nprint(net)', actions: [files] },
  { name: 'rows of JSON', code: 'import json\nrows = [json.loads(line) for line in open("rows.jsonl")]\nprint(rows[0]["text"], rows[1]["label"])', actions: [files] },
  { name: 'a data set that would be fetched', code: 'from sklearn.datasets import fetch_california_housing\nX, y = fetch_california_housing(return_X_y=True)\nprint(X.shape, y.shape)', actions: [files] },
  { name: 'a data set with its names', code: 'from sklearn.datasets import fetch_openml\nmnist = fetch_openml("mnist_784", version=1)\nprint(mnist.data.shape, mnist.target[:3])', actions: [files] },
  { name: 'digits of a library that is not there', code: 'import torch\nfrom torchvision import datasets, transforms\ntf = transforms.Compose([transforms.ToTensor(), transforms.Normalize((0.1,), (0.3,))])\ntrain = datasets.MNIST("./data", train=True, download=True, transform=tf)\nfor x, y in torch.utils.data.DataLoader(train, batch_size=32):\n    assert x.shape == (32, 1, 28, 28) and y.max() < 10\n    break', actions: [imports] },
  { name: 'a folder of pictures and a network of the same library', code: 'import torch, torch.nn as nn\nimport torchvision.models as models\nfrom torchvision.datasets import ImageFolder\nfrom torchvision.transforms import Compose, Resize, ToTensor\ndata = ImageFolder("train", transform=Compose([Resize((40, 40)), ToTensor()]))\nnet = models.resnet18(pretrained=True)\nnet.fc = nn.Linear(net.fc.in_features, 2)\nx, y = next(iter(torch.utils.data.DataLoader(data, batch_size=4)))\nassert net(x).shape == (4, 2) and x.shape == (4, 3, 40, 40)', actions: [imports] },
  { name: 'a file of another machine', code: 'import numpy as np\nx = np.load("/data/of/mine/x.npy")\nprint(x.shape)', actions: [files], holds: /np\.load\("x\.npy"\)/ },
]; // prettier-ignore

const tensorflowReports: readonly Broken[] = [
  { name: 'old paths of Keras', code: 'from keras.models import Sequential\nfrom keras.layers.core import Dense\nprint(Sequential([Dense(1)]))', actions: [migration] },
  { name: 'old names of arguments', code: 'from keras.models import Sequential\nfrom keras.layers import Dense\nfrom keras.optimizers import SGD\nn = Sequential()\nn.add(Dense(output_dim=2, input_dim=3, init="uniform"))\nn.compile(loss="mse", optimizer=SGD(lr=0.1))', actions: [removal] },
  { name: 'an optimizer of TensorFlow 1', code: 'import tensorflow as tf\nopt = tf.train.AdamOptimizer(1e-3)\nprint(opt)', actions: [migration] },
  { name: 'a session', code: 'import tensorflow as tf\nx = tf.placeholder(tf.float32, [None, 2])\nwith tf.Session() as s:\n    print(s.run(x * 2, {x: [[1, 2]]}))', actions: [migration] },
  { name: 'operations of the backend', code: 'import keras.backend as K\nimport numpy as np\nprint(K.mean(K.constant(np.ones(3))))', actions: [migration] },
  { name: 'data for a compiled network', code: 'net = Sequential([Dense(4, activation="relu", input_shape=(6,)), Dense(3, activation="softmax")])\nnet.compile("adam", "sparse_categorical_crossentropy")\nnet.fit(x_train, y_train, epochs=epochs, verbose=0)', prose: 'It is a Keras network.', actions: [imports, settings, data] },
  { name: 'one-hot labels and a held-out part', code: 'import tensorflow as tf\nnet = tf.keras.Sequential([tf.keras.layers.Dense(5, activation="softmax", input_shape=(4,))])\nnet.compile("sgd", "categorical_crossentropy")\nnet.fit(xa, ya, validation_data=(xb, yb), verbose=0)', actions: [data] },
  { name: 'a table with named columns', code: 'import pandas as pd\ndf = pd.read_csv("people.csv")\nprint(df[["age", "income"]].mean(), df["label"].unique())', actions: [files] },
  { name: 'weights of the Keras network at hand', code: 'import tensorflow as tf\nnet = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))])\nnet.load_weights("net.weights.h5")\nprint(net.count_params())', actions: [files] },
  { name: 'arrays in HDF5', code: 'import h5py\nf = h5py.File("a.h5", "r")\nprint(f["images"][:].shape, f["labels"][:].shape)', actions: [files] },
  { name: 'records of TensorFlow', code: 'import tensorflow as tf\nspec = {"x": tf.io.FixedLenFeature([4], tf.float32), "y": tf.io.FixedLenFeature([], tf.int64)}\nfor row in tf.data.TFRecordDataset("a.tfrecord").map(lambda r: tf.io.parse_single_example(r, spec)).take(2):\n    print(row["x"], row["y"])', actions: [files] },
  { name: 'a generator of pictures', code: 'gen = datagen.flow(x_train, y_train, batch_size=8)\nm = Sequential([Flatten(input_shape=(8, 8, 1)), Dense(3, activation="softmax")])\nm.compile("adam", "categorical_crossentropy")\nm.fit(gen, verbose=0)', prose: 'It is Keras.', actions: [imports, data] },
  { name: 'pictures that Keras would fetch', code: 'from tensorflow import keras\n(x, y), (a, b) = keras.datasets.cifar10.load_data()\nassert x.shape[1:] == (32, 32, 3) and y.shape[1:] == (1,)', actions: [files] },
  { name: 'texts that Keras would fetch', code: 'from tensorflow.keras.datasets import imdb\n(x, y), _ = imdb.load_data(num_words=500)\nassert max(max(row) for row in x) < 500 and len(x) == len(y)', actions: [files] },
  { name: 'columns that are named in calls and in a comment', code: 'import pandas as pd\ndf = pd.read_csv("flats.csv")  # columns: rooms, area, age, price\ny = df.pop("price").values\nassert list(df.columns) == ["rooms", "area", "age"]', actions: [files] },
  { name: 'a column that only the run asked for', code: 'import pandas as pd\ndf = pd.read_csv("flats.csv")\nwanted = "price"\nprint(df[wanted].mean(), df["rooms"].max())', actions: [files] },
  { name: 'gaps in a column', code: 'import pandas as pd\ndf = pd.read_csv("flats.csv")\nassert df["age"].isna().any() and not df["area"].isna().any()', prose: 'Some cells of age are empty.', actions: [files] },
  { name: 'a network that was saved', code: 'from tensorflow.keras.models import load_model\nmodel = load_model("net.keras")\nprint(model.input_shape)', prose: 'It has 6 inputs and 1 output.', actions: [files] },
]; // prettier-ignore

/** One in so many runs without REPRISE_SLOW; all of them with it. */
const EVERY = 4;
const slow = process.env['REPRISE_SLOW'] === '1';

function interpreterIn(variable: string): string | null {
  const folder = process.env[variable];
  const python = folder === undefined ? null : join(folder, 'bin', 'python');
  return python !== null && existsSync(python) ? python : null;
}

describe.each([
  {
    variable: 'REPRISE_TEST_TORCH',
    imported: ['torch', 'sklearn', 'pytorch_lightning'],
    reports: torchReports,
    every: 1,
  },
  {
    variable: 'REPRISE_TEST_TENSORFLOW',
    imported: ['tensorflow', 'keras', 'pandas'],
    reports: tensorflowReports,
    every: EVERY,
  },
])('edit actions on broken snippets ($variable)', ({ variable, imported, reports, every }) => {
  const python = interpreterIn(variable);
  let parser: PythonParser;
  let runner: SnippetRunner | null = null;
  beforeAll(async () => {
    parser = await createTestParser();
    if (python !== null) runner = createSnippetRunner(python, { imported });
  });
  afterAll(() => runner?.close());

  const chosen = reports.filter((_, index) => slow || index % every === 0);
  it.skipIf(python === null).each(chosen)(`mends: $name (needs ${variable})`, async (broken) => {
    if (!runner) throw new Error('The interpreter is not there.');
    const report = `# It fails\n\n${broken.prose ?? ''}\n\n\`\`\`python\n${broken.code}\n\`\`\`\n`;
    const done = await repair({ report, runner, parser, ...(broken.end ? { until: broken.end } : {}) });
    if (broken.end) expect(done.end, done.text).toMatch(broken.end);
    else expect(done.end, done.text).toBeNull();
    expect(done.actions).toEqual(expect.arrayContaining([...broken.actions]));
    if (broken.holds) expect(done.text).toMatch(broken.holds);
  });
});

const transformersReports: readonly Broken[] = [
  { name: 'a network and a tokenizer that would be fetched', code: 'from transformers import AutoTokenizer, AutoModelForSequenceClassification\ntok = AutoTokenizer.from_pretrained("bert-base-uncased")\nmodel = AutoModelForSequenceClassification.from_pretrained("bert-base-uncased", num_labels=4)\nout = model(**tok(["a b", "c"], padding=True, return_tensors="pt").to("cpu"))\nassert out.logits.shape == (2, 4)', actions: [tokenizers] },
  { name: 'a language model', code: 'import torch\nfrom transformers import GPT2LMHeadModel\nmodel = GPT2LMHeadModel.from_pretrained("gpt2")\nids = torch.randint(0, 50, (2, 7))\nprint(model(ids, labels=ids).loss)', actions: [tokenizers] },
  { name: 'a configuration', code: 'from transformers import AutoConfig, AutoModel\nconfig = AutoConfig.from_pretrained("roberta-base")\nprint(AutoModel.from_config(config).num_parameters())', actions: [tokenizers] },
]; // prettier-ignore

const jaxReports: readonly Broken[] = [
  { name: 'the usual aliases', code: 'x = jnp.ones((2, 3))\nprint(jax.nn.relu(x).sum())', actions: [imports] },
  { name: 'arrays of its own', code: 'import jax.numpy as jnp\ny = signal.at[0].set(1.0)\nprint(jnp.sum(y))', actions: [data] },
  { name: 'weights that are taken apart in a wrapped function', code: 'def loss(params, x, y):\n    w, b = params\n    return jnp.mean((x @ w + b - y) ** 2)\ngrad_fn = jax.grad(loss)\nprint(len(grad_fn(params, X, Y)))', prose: 'X is (16, 5), Y is (16,) and params are w of shape (5,) and a scalar b.', actions: [imports, data] },
  { name: 'an optimizer', code: 'import jax.numpy as jnp\nstate = optimizer.init(jnp.ones(3))\nupdates, state = optimizer.update(jnp.ones(3), state)\nprint(updates)', prose: 'Adam of optax.', actions: [settings] },
  { name: 'settings', code: 'import jax\nkey = jax.random.PRNGKey(seed)\nfor step in range(num_steps):\n    key, sub = jax.random.split(key)\nprint(jax.random.normal(sub, (batch_size,)).shape)', actions: [settings] },
  { name: 'batches of a loop', code: 'import jax.numpy as jnp\nfor x, y in train_loader:\n    print(jnp.mean(jnp.asarray(x)), y.shape)', actions: [data] },
  { name: 'a branch on a traced value', code: '@jax.jit\ndef f(x):\n    if x > 0:\n        return x\n    return -x\nprint(f(value))', prose: '`value` is `2.0`.', actions: [imports], end: /Tracer|Concretization/ },
  { name: 'an assignment to an element', code: 'def smooth(s, n):\n    out = jnp.zeros_like(s)\n    for i in range(n, len(s)):\n        out[i] = s[i - n:i].mean()\n    return out\nsmooth(recording, 3)', prose: 'Porting my code to jax.', actions: [imports, data], end: /JAX arrays are immutable/ },
]; // prettier-ignore

const datasetsReports: readonly Broken[] = [
  { name: 'columns of a data set', code: 'from datasets import Dataset\nds = Dataset.from_dict({"text": texts, "n": list(range(len(texts)))})\nprint(ds[0]["text"], ds.filter(lambda row: row["n"] > 2).num_rows)', actions: [data] },
  { name: 'a data set of a table', code: 'from datasets import Dataset\ndf = pd.read_csv("reviews.csv")\nds = Dataset.from_pandas(df[["text", "label"]])\nprint(ds.column_names)', actions: [imports, files] },
]; // prettier-ignore

/** Snippets of libraries that the environments on disk do not hold: each group with its packages, in a folder of its own. */
function describeFetched(name: string, packages: readonly string[], reports: readonly Broken[]): void {
  describe(`edit actions on broken snippets of ${name}`, () => {
    const python = interpreterIn('REPRISE_TEST_TORCH');
    it.skipIf(python === null)(
      'mend all (needs uv, a package index and REPRISE_TEST_TORCH)',
      async () => {
        if (python === null) throw new Error('The interpreter is not there.');
        const folder = await temporaryFolder();
        await run('uv', ['pip', 'install', '--quiet', '--python', python, '--target', folder, ...packages]);
        const runner = createSnippetRunner(python, { packages: folder });
        onTestFinished(() => runner.close());
        const parser = await createTestParser();
        for (const broken of reports) {
          const report = `# It fails\n\n${broken.prose ?? ''}\n\n\`\`\`python\n${broken.code}\n\`\`\`\n`;
          const done = await repair({ report, runner, parser, ...(broken.end ? { until: broken.end } : {}) });
          const text = `${broken.name}\n${done.text}`;
          if (broken.end) expect(done.end, text).toMatch(broken.end);
          else expect(done.end, text).toBeNull();
          expect(done.actions, text).toEqual(expect.arrayContaining([...broken.actions]));
        }
      },
      600_000,
    );
  });
}

function describeTransformers(): void {
  describe('edit actions on broken snippets of Transformers', () => {
    const python = interpreterIn('REPRISE_TEST_TORCH');
    it.skipIf(python === null).each(transformersReports)(
      'mend: $name (needs uv, a package index and REPRISE_TEST_TORCH)',
      async (broken) => {
        if (python === null) throw new Error('The interpreter is not there.');
        const packages = await temporaryFolder();
        const args = ['pip', 'install', '--quiet', '--python', python, '--target', packages, 'transformers'];
        await run('uv', args);
        const runner = createSnippetRunner(python, { packages });
        onTestFinished(() => runner.close());
        const report = `# It fails\n\n\`\`\`python\n${broken.code}\n\`\`\`\n`;
        const done = await repair({ report, runner, parser: await createTestParser() });
        expect(done.end, done.text).toBeNull();
        expect(done.actions).toEqual(expect.arrayContaining([...broken.actions]));
      },
      300_000,
    );
  });
}

// They fetch a package: for the long runs alone.
if (slow) {
  describeTransformers();
  describeFetched('JAX', ['jax', 'optax'], jaxReports);
  describeFetched('Datasets', ['datasets', 'pandas'], datasetsReports);
}

const trained =
  'import torch\nfrom torch import nn\nnet = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nx, y = torch.rand(32, 4), torch.rand(32, 1)\nfor step in range(5):\n    opt.zero_grad()\n    loss = nn.functional.mse_loss(net(x), y)\n    loss.backward()\n    opt.step()';
const estimator =
  'import numpy as np\nfrom sklearn.linear_model import LogisticRegression\nX, y = np.random.rand(40, 3), np.arange(40) % 2\nclf = LogisticRegression()\nclf.fit(X, y)';

/** Silent symptoms of scripts that tell nothing of them, and what a run tells once lines of ours are in. */
const silentReports: readonly { readonly name: string; readonly code: string; readonly symptom: object; readonly tells: RegExp }[] = [
  { name: 'a loss that nobody prints', code: trained, symptom: { kind: 'stuckMetric', metric: 'loss', value: null }, tells: /(?:observed )?loss\S* [\d.]+[\s\S]*loss/ },
  { name: 'weights that do not move', code: trained, symptom: { kind: 'stuckMetric', metric: 'weights', value: null }, tells: /weight_change \S*\d/ },
  { name: 'a gradient that is not there', code: trained, symptom: { kind: 'wrongValue', what: 'gradient', op: '==', value: 0 }, tells: /grad\w* \S*\d/ },
  { name: 'a loss that is no number', code: trained, symptom: { kind: 'nonFinite', what: 'loss' }, tells: /loss \S*\d/ },
  { name: 'memory that grows', code: trained, symptom: { kind: 'memoryGrowth', bytesPerStep: null }, tells: /memory \d+[\s\S]*memory \d+/ },
  { name: 'a shape', code: 'import torch\nout = torch.rand(3, 4).sum(dim=0)', symptom: { kind: 'wrongShape', what: 'output', expected: '(3,)', actual: null }, tells: /out shape \(4,\)/ },
  { name: 'a type', code: 'import torch\nout = torch.arange(3).sum()', symptom: { kind: 'wrongType', what: 'output', expected: 'float32', actual: 'int64' }, tells: /out dtype torch\.int64/ },
  { name: 'a figure that a function computes', code: 'import torch\ndef check(net):\n    hits = 3\n    acc = 100 * hits / 4\n    return acc\nprint(check(None))', symptom: { kind: 'wrongValue', what: 'accuracy', op: '>', value: 100 }, tells: /observed accuracy 75\.0/ },
  { name: 'what a loaded network answers', code: 'import torch\nfrom torch import nn\nnet = nn.Linear(2, 1)\nx = torch.rand(3, 2)\nbefore = net(x)\ntorch.save(net.state_dict(), "n.pt")\nother = nn.Linear(2, 1)\nother.load_state_dict(torch.load("n.pt"))', symptom: { kind: 'saveLoadMismatch', what: 'output' }, tells: /observed load_difference 0\.0/ },
  { name: 'what a network with dropout left on answers by itself', code: 'import torch\nfrom torch import nn\nnet = nn.Sequential(nn.Linear(2, 40), nn.Dropout(0.5), nn.Linear(40, 1))\nx = torch.rand(3, 2)\nbefore = net(x)\ntorch.save(net.state_dict(), "n.pt")\nnet.load_state_dict(torch.load("n.pt"))', symptom: { kind: 'saveLoadMismatch', what: 'output' }, tells: /observed own_spread \d[\s\S]*observed load_difference \d/ },
  { name: 'answers of an estimator', code: estimator, symptom: { kind: 'stuckMetric', metric: 'prediction', value: null }, tells: /observed distinct_predictions \d/ },
  { name: 'two ways that are timed', code: 'import time\nt = time.time()\nsum(range(1000))\nprint("loop", time.time() - t)\nt = time.time()\nsum([1])\nprint("short", time.time() - t)', symptom: { kind: 'slow', what: 'run', ratio: null }, tells: /observed seconds_loop[\s\S]*observed seconds_short/ },
]; // prettier-ignore

describe('logging', () => {
  const python = interpreterIn('REPRISE_TEST_TORCH');
  let runner: SnippetRunner | null = null;
  beforeAll(() => {
    if (python !== null) runner = createSnippetRunner(python, { imported: ['torch', 'sklearn'] });
  });
  afterAll(() => runner?.close());

  it.skipIf(python === null).each(silentReports)('tells $name (needs REPRISE_TEST_TORCH)', async (silent) => {
    if (!runner) throw new Error('The interpreter is not there.');
    const symptom = { ...otherSymptom, ...silent.symptom } as Symptom;
    const report = `# It does wrong\n\n\`\`\`python\n${silent.code}\n\`\`\`\n`;
    const done = await repair({ report, runner, parser: await createTestParser(), symptom, most: 2 });
    expect(done.end, done.text).toBeNull();
    expect(done.actions).toContain('logging');
    expect(done.stdout, done.text).toMatch(silent.tells);
  });
});
