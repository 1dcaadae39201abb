import sys
import tempfile
import pytorch_lightning as pl
import torch
from torch.utils.data import DataLoader, TensorDataset


class Lit(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Linear(2, 1)

    def training_step(self, batch, i):
        loss = self.net(batch[0]).mean()
        return {"loss" if "--fixed" in sys.argv else "ce": loss}

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.01)


trainer = pl.Trainer(max_epochs=1, logger=False, enable_checkpointing=False, default_root_dir=tempfile.mkdtemp(), accelerator="cpu", enable_progress_bar=False)
trainer.fit(Lit(), DataLoader(TensorDataset(torch.randn(8, 2)), batch_size=4))
