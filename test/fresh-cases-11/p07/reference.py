import sys, torch
from torch import nn
import pytorch_lightning as pl
from pytorch_lightning.callbacks import ModelCheckpoint
from torch.utils.data import DataLoader, TensorDataset
class L(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(11, 1)
    def training_step(self, b, i):
        l = nn.functional.mse_loss(self.net(b[0]).squeeze(-1), b[1])
        self.log("train_loss", l)
        return l
    def validation_step(self, b, i):
        l = nn.functional.mse_loss(self.net(b[0]).squeeze(-1), b[1])
        if "--fixed" in sys.argv:
            self.log("val_loss", l)
        return {"val_loss": l}
    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())
dl = DataLoader(TensorDataset(torch.randn(16, 11), torch.randn(16)), 8)
pl.Trainer(max_epochs=1, callbacks=[ModelCheckpoint(monitor="val_loss")], logger=False, enable_progress_bar=False).fit(L(), dl, dl)
