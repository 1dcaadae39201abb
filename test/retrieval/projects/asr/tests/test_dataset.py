import torch

from commandword.dataset import pad_collate


def test_pad_collate_takes_the_longest():
    waves, labels = pad_collate([(torch.zeros(3), 0), (torch.zeros(5), 1)])
    assert waves.shape == (2, 5)
