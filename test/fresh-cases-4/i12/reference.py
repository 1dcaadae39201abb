import sys
import torch
import pytorch_lightning as pl
from torch.utils.data import DataLoader, TensorDataset
from pytorch_lightning.callbacks import EarlyStopping


class Lit(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Linear(4, 1)

    def training_step(self, batch, _):
        return self.net(batch[0]).mean()

    def validation_step(self, batch, _):
        if "--fixed" in sys.argv:
            self.log("val_loss", self.net(batch[0]).mean())

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())


loader = DataLoader(TensorDataset(torch.randn(8, 4)), 4)
trainer = pl.Trainer(max_epochs=2, callbacks=[EarlyStopping("val_loss")], accelerator="cpu", logger=False, enable_checkpointing=False, enable_progress_bar=False)
trainer.fit(Lit(), loader, loader)
