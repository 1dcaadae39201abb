import pytorch_lightning as pl
import torch
import torch.nn.functional as F

from .features import LogMel
from .network import ConformerLite


class SpeechSystem(pl.LightningModule):
    def __init__(self, classes, lr=1e-3):
        super().__init__()
        self.lr = lr
        self.features = LogMel()
        self.network = ConformerLite(classes)

    def forward(self, waves):
        return self.network(self.features(waves))

    def training_step(self, batch, batch_idx):
        waves, labels = batch
        loss = F.nll_loss(self(waves), labels)
        self.log('train_loss', loss)
        return loss

    def validation_step(self, batch, batch_idx):
        waves, labels = batch
        outputs = self(waves)
        self.log('valid_loss', F.nll_loss(outputs, labels))
        self.log('valid_accuracy', (outputs.argmax(-1) == labels).float().mean())

    def configure_optimizers(self):
        optimizer = torch.optim.AdamW(self.parameters(), lr=self.lr)
        scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, patience=2)
        return [optimizer], [scheduler]
