import pytorch_lightning as pl
from torch.utils.data import DataLoader

from .dataset import CommandDataset, pad_collate


class SpeechDataModule(pl.LightningDataModule):
    def __init__(self, data_dir, batch_size, workers=4):
        super().__init__()
        self.data_dir = data_dir
        self.batch_size = batch_size
        self.workers = workers

    def setup(self, stage=None):
        if stage == 'fit':
            self.train = CommandDataset(self.data_dir, 'training')
            self.valid = CommandDataset(self.data_dir, 'validation')
        if stage == 'test':
            self.test = CommandDataset(self.data_dir, 'testing')

    def train_dataloader(self):
        return self.loader(self.train)

    def val_dataloader(self):
        return self.loader(self.valid)

    def test_dataloader(self):
        return self.loader(self.test)

    def loader(self, dataset):
        return DataLoader(dataset, self.batch_size, num_workers=self.workers, collate_fn=pad_collate)
