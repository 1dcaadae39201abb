import os

import torch
import torchaudio
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import Dataset


def read_list(folder, name):
    with open(os.path.join(folder, name + '_list.txt')) as handle:
        return [line for line in handle]


class CommandDataset(Dataset):
    def __init__(self, folder, subset):
        self.folder = folder
        self.files = read_list(folder, subset)
        self.labels = sorted({file.split('/')[0] for file in self.files})

    def __len__(self):
        return len(self.files)

    def __getitem__(self, index):
        wave, _ = torchaudio.load(os.path.join(self.folder, self.files[index]))
        return wave[0], self.labels.index(self.files[index].split('/')[0])


def pad_collate(samples):
    waves = [wave for wave, _ in samples]
    labels = [label for _, label in samples]
    return pad_sequence(waves, batch_first=True), torch.tensor(labels)
