from argparse import ArgumentParser

import pytorch_lightning as pl

from commandword.callbacks import build_callbacks
from commandword.data_module import SpeechDataModule
from commandword.system import SpeechSystem


def main(options):
    pl.seed_everything(options.seed)
    data = SpeechDataModule(options.data_dir, options.batch_size)
    system = SpeechSystem(options.classes, options.lr)
    trainer = pl.Trainer(gpus=options.gpus, max_epochs=options.epochs, callbacks=build_callbacks(options.patience))
    trainer.fit(system, data)
    trainer.test(datamodule=data)


if __name__ == '__main__':
    parser = ArgumentParser()
    parser.add_argument('--data_dir', required=True)
    parser.add_argument('--batch_size', type=int, default=64)
    parser.add_argument('--classes', type=int, default=35)
    parser.add_argument('--epochs', type=int, default=30)
    parser.add_argument('--patience', type=int, default=5)
    parser.add_argument('--lr', default=1e-3)
    parser.add_argument('--gpus', type=int, default=0)
    parser.add_argument('--seed', type=int, default=7)
    main(parser.parse_args())
