# --- linear
import torch
model = torch.nn.Linear(in_features=4, out_features=2, bias=False)
print(model(torch.randn(3, 4)).shape)
# --- alias
import torch.nn as nn
import torch.nn.functional as F
print(F.relu(nn.Linear(2, 2)(__import__("torch").ones(1, 2))).shape)
# --- module class
import torch
from torch import nn, optim
class Net(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, width), nn.ReLU(inplace=True), nn.Dropout(p=0.1), nn.Linear(width, 1))
    def forward(self, x):
        return self.layers(x)
net = Net(width=4)
optimizer = optim.SGD(net.parameters(), lr=0.1, momentum=0.9, nesterov=True, weight_decay=1e-4)
loss = nn.MSELoss(reduction="mean")(net(torch.randn(5, 4)), torch.zeros(5, 1))
optimizer.zero_grad(set_to_none=True); loss.backward(); optimizer.step()
print(loss.item() >= 0)
# --- constants
import torch
print(torch.float32, torch.long, torch.pi, torch.inf, torch.strided, torch.__version__[:1], torch.version.cuda)
# --- C functions
import torch
x = torch.tensor([[1.0, 2.0]], requires_grad=True, dtype=torch.float64)
print(torch.cat([x, x], dim=0).shape, torch.stack((x, x)).sum().item(), torch.matmul(x, x.t()), torch.arange(0, 4, step=2))
print(torch.zeros(2, 3, device="cpu"), torch.full((2,), 7), torch.randint(0, 5, (2,)), torch.where(x > 1, x, -x))
# --- re-exports
import torch
print(torch.Tensor.__name__, torch.nn.Parameter(torch.ones(1)).shape, torch.utils.data.Dataset.__name__, torch.jit.script.__name__)
# --- dataset
import torch
from torch.utils.data import Dataset, DataLoader, TensorDataset, random_split
class Numbers(Dataset):
    def __len__(self):
        return 10
    def __getitem__(self, i):
        return torch.tensor(float(i)), i
for x, y in DataLoader(Numbers(), batch_size=4, shuffle=False, num_workers=0, drop_last=True, collate_fn=None):
    print(x.shape, y)
a, b = random_split(TensorDataset(torch.arange(10)), [8, 2], generator=torch.Generator().manual_seed(0))
print(len(a), len(b))
# --- decorators
import torch
@torch.no_grad()
def predict(x):
    return x * 2
@torch.jit.ignore
def plain(x):
    return x
with torch.enable_grad(), torch.autograd.set_detect_anomaly(True):
    print(predict(torch.ones(1)), plain(1))
# --- script
import torch
@torch.jit.script
def clip(x: torch.Tensor, low: float = 0.0):
    return torch.clamp(x, min=low)
print(clip(torch.tensor([-1.0, 1.0])), torch.jit.trace(torch.nn.Linear(1, 1), torch.ones(1, 1)).code[:3])
# --- autograd function
import torch
class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x
    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return 2 * x * grad
x = torch.tensor(3.0, requires_grad=True)
Square.apply(x).backward()
print(x.grad)
# --- recurrent
import torch
from torch import nn
out, (h, c) = nn.LSTM(input_size=3, hidden_size=5, num_layers=2, batch_first=True, bidirectional=True, dropout=0.1)(torch.randn(2, 4, 3))
print(out.shape, h.shape, nn.GRU(3, 4)(torch.randn(5, 2, 3))[0].shape, nn.RNNCell(3, 4)(torch.randn(2, 3)).shape)
# --- convolution
import torch
from torch import nn
net = nn.Sequential(nn.Conv2d(3, 8, kernel_size=3, stride=2, padding=1, bias=False), nn.BatchNorm2d(8), nn.ReLU6(), nn.MaxPool2d(2), nn.AdaptiveAvgPool2d((1, 1)), nn.Flatten())
print(net(torch.randn(2, 3, 16, 16)).shape, nn.ConvTranspose1d(2, 3, 4, stride=2)(torch.randn(1, 2, 5)).shape)
# --- losses
import torch
from torch import nn
x, y = torch.randn(4, 3), torch.tensor([0, 1, 2, 0])
print(nn.CrossEntropyLoss(weight=torch.ones(3), ignore_index=-1, label_smoothing=0.1)(x, y).item() > 0)
print(nn.functional.cross_entropy(x, y, reduction="sum").item() > 0, nn.NLLLoss()(x.log_softmax(1), y).item() > 0, nn.BCEWithLogitsLoss(pos_weight=torch.ones(3))(x, torch.zeros(4, 3)).item() > 0)
# --- transformer
import torch
from torch import nn
layer = nn.TransformerEncoderLayer(d_model=8, nhead=2, dim_feedforward=16, batch_first=True)
print(nn.TransformerEncoder(layer, num_layers=2)(torch.randn(2, 3, 8)).shape)
print(nn.MultiheadAttention(embed_dim=8, num_heads=2, batch_first=True)(torch.randn(1, 2, 8), torch.randn(1, 2, 8), torch.randn(1, 2, 8))[0].shape)
# --- schedulers
import torch
p = [torch.nn.Parameter(torch.zeros(1))]
o = torch.optim.AdamW(p, lr=1e-3, betas=(0.9, 0.99), eps=1e-8, amsgrad=False)
for s in (torch.optim.lr_scheduler.StepLR(o, step_size=2, gamma=0.5), torch.optim.lr_scheduler.CosineAnnealingLR(o, T_max=3), torch.optim.lr_scheduler.LambdaLR(o, lr_lambda=lambda e: 0.9 ** e)):
    o.step(); s.step()
print(o.param_groups[0]["lr"] > 0)
# --- cuda branch
import torch
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
if torch.cuda.is_available():
    torch.cuda.never_there()
print(device.type, torch.cuda.device_count() >= 0, torch.backends.cudnn.enabled)
# --- save and load
import io, torch
buffer = io.BytesIO()
torch.save({"w": torch.ones(2)}, buffer)
buffer.seek(0)
print(torch.load(buffer, map_location="cpu", weights_only=True))
# --- distributions
import torch
from torch.distributions import Normal, Categorical, kl_divergence
print(kl_divergence(Normal(0.0, 1.0), Normal(loc=1.0, scale=2.0)).item() > 0, Categorical(logits=torch.zeros(3)).sample().shape)
# --- init and utils
import torch
layer = torch.nn.Linear(3, 3)
torch.nn.init.xavier_uniform_(layer.weight, gain=torch.nn.init.calculate_gain("relu"))
torch.nn.init.constant_(layer.bias, 0.0)
print(torch.nn.utils.clip_grad_norm_(layer.parameters(), max_norm=1.0, norm_type=2), torch.nn.utils.rnn.pad_sequence([torch.ones(2), torch.ones(1)], batch_first=True).shape)
# --- amp
import torch
with torch.autocast(device_type="cpu", dtype=torch.bfloat16, enabled=True):
    print((torch.ones(2, 2) @ torch.ones(2, 2)).dtype)
# --- functional transforms
import torch
from torch.func import grad, vmap
print(grad(lambda x: (x ** 2).sum())(torch.ones(2)), vmap(torch.dot)(torch.ones(3, 2), torch.ones(3, 2)))
# --- hooks
import torch
layer = torch.nn.Linear(2, 2)
handle = layer.register_forward_hook(lambda m, i, o: print(type(m).__name__))
layer(torch.ones(1, 2)); handle.remove()
# --- parameter lists
import torch
from torch import nn
class Many(nn.Module):
    def __init__(self):
        super(Many, self).__init__()
        self.ps = nn.ParameterList([nn.Parameter(torch.ones(1)) for _ in range(2)])
        self.ms = nn.ModuleDict({"a": nn.Identity(), "b": nn.Embedding(4, 2, padding_idx=0)})
        self.register_buffer("seen", torch.zeros(1), persistent=False)
    def forward(self, x):
        return self.ms["b"](x) + self.ps[0]
print(Many()(torch.tensor([1])).shape)
# --- sklearn
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split, GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
X, y = make_classification(n_samples=60, n_features=5, random_state=0)
a, b, c, d = train_test_split(X, y, test_size=0.2, stratify=y, random_state=0)
print(make_pipeline(StandardScaler(), LogisticRegression(C=1.0, max_iter=200)).fit(a, c).score(b, d) >= 0)
print(GridSearchCV(LogisticRegression(), {"C": [1, 2]}, cv=2).fit(X, y).best_params_)
# --- sklearn modules
import sklearn, sklearn.metrics
from sklearn import ensemble, metrics, svm
print(metrics.accuracy_score([1, 0], [1, 1], normalize=True), ensemble.RandomForestClassifier(n_estimators=3).fit([[0], [1]], [0, 1]).predict([[1]]), svm.SVC(kernel="rbf", gamma="scale").C, sklearn.__version__[:1])
# --- numpy
import numpy as np
a = np.arange(12, dtype=np.float32).reshape(3, 4)
print(np.mean(a, axis=0, keepdims=True), np.random.default_rng(0).normal(size=2).shape, np.random.randn(2).shape, np.linalg.norm(a, ord="fro"))
print(np.concatenate([a, a], axis=1).shape, np.einsum("ij,kj->ik", a, a).shape, np.array([1, 2], dtype="int64", ndmin=2), np.add(1, 2, dtype=float))
# --- numpy constants and types
import numpy as np
print(np.nan, np.inf, np.newaxis, np.float64(1), np.ndarray.__name__, np.finfo(np.float32).eps > 0, np.dtype([("a", "i4")]).names, np.ma.masked)
# --- numpy lazy modules
import numpy as np
print(np.fft.fft([1, 2]).shape, np.testing.assert_allclose(1, 1, rtol=1e-5), np.polynomial.Polynomial([1, 2])(2), np.lib.stride_tricks.sliding_window_view(np.arange(4), 2).shape)
# --- lightning
import torch
import pytorch_lightning as pl
class Lit(pl.LightningModule):
    def __init__(self, lr=0.1):
        super().__init__()
        self.save_hyperparameters()
        self.net = torch.nn.Linear(2, 1)
    def training_step(self, batch, batch_idx):
        (x,) = batch
        loss = self.net(x).mean()
        self.log("loss", loss, prog_bar=True)
        return loss
    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), lr=self.hparams.lr)
data = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.randn(4, 2)), batch_size=2)
trainer = pl.Trainer(max_epochs=1, accelerator="cpu", logger=False, enable_checkpointing=False, enable_progress_bar=False)
trainer.fit(Lit(lr=0.01), train_dataloaders=data)
# --- lightning names
import pytorch_lightning as pl
from pytorch_lightning.callbacks import EarlyStopping, ModelCheckpoint
print(pl.seed_everything(1, workers=True), EarlyStopping(monitor="loss", patience=2, mode="min").monitor, ModelCheckpoint(dirpath="x", save_top_k=1).save_top_k, pl.LightningDataModule.__name__)
# --- metrics
import torch, torchmetrics
print(torchmetrics.Accuracy(task="multiclass", num_classes=3)(torch.tensor([0, 1]), torch.tensor([0, 2])))
# --- tensor methods by class
import torch
print(torch.Tensor.add(torch.ones(1), 1), torch.Tensor([1, 2]).numpy(), torch.LongTensor([1]).dtype, torch.from_numpy(__import__("numpy").ones(2)).shape)
# --- compile
import torch
@torch.compiler.disable
def f(x):
    return x + 1
print(f(torch.ones(1)), torch.get_default_dtype(), torch.set_num_threads(1), torch.manual_seed(0).initial_seed())
# --- quantisation and sparse
import torch
print(torch.sparse_coo_tensor(torch.tensor([[0], [1]]), torch.tensor([1.0]), (2, 2)).to_dense(), torch.quantize_per_tensor(torch.ones(1), 0.1, 0, torch.quint8).dtype)
# --- checkpoint
import torch
from torch.utils.checkpoint import checkpoint
print(checkpoint(torch.nn.Linear(2, 2), torch.ones(1, 2, requires_grad=True), use_reentrant=False).shape)
# --- complex and linalg
import torch
print(torch.linalg.svd(torch.eye(2), full_matrices=False).S, torch.fft.rfft(torch.ones(4)).shape, torch.view_as_real(torch.ones(1, dtype=torch.cfloat)).shape, torch.special.erf(torch.zeros(1)))
# --- old form guarded
import torch
try:
    from torch.utils.tensorboard_not_there import SummaryWriter
except ImportError:
    SummaryWriter = None
if hasattr(torch, "symint_not_there"):
    torch.symint_not_there()
print(SummaryWriter)
# --- named keyword through wrapper
import torch
print(torch.nn.functional.interpolate(torch.ones(1, 1, 2, 2), scale_factor=2, mode="bilinear", align_corners=False).shape, torch.nn.functional.pad(torch.ones(1, 2), pad=(1, 1), value=0.5).shape)
print(torch.nn.functional.dropout(torch.ones(2), p=0.5, training=False), torch.nn.functional.softmax(torch.ones(2), dim=0), torch.nn.functional.layer_norm(torch.ones(2, 2), normalized_shape=(2,)).shape)
