import sys
import tempfile
import pytorch_lightning as pl
import torch
from pytorch_lightning.callbacks import ModelCheckpoint
from torch.utils.data import DataLoader, TensorDataset


class Lit(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Linear(2, 1)

    def training_step(self, batch, i):
        loss = self.net(batch[0]).mean()
        self.log("train_loss", loss)
        return loss

    def validation_step(self, batch, i):
        self.log("val_loss" if "--fixed" in sys.argv else "valid/loss", self.net(batch[0]).mean())

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.01)


loader = DataLoader(TensorDataset(torch.randn(8, 2)), batch_size=4)
trainer = pl.Trainer(max_epochs=1, callbacks=[ModelCheckpoint(monitor="val_loss")], logger=False, default_root_dir=tempfile.mkdtemp(), accelerator="cpu", enable_progress_bar=False)
trainer.fit(Lit(), loader, loader)
