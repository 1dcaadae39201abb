import torch

from leafvision.utils.metrics import AverageMeter, accuracy


def test_accuracy_counts_hits():
    outputs = torch.tensor([[0.1, 0.9], [0.8, 0.2]])
    assert accuracy(outputs, torch.tensor([1, 0]))[0] == 100


def test_average():
    meter = AverageMeter()
    meter.update(2, 3)
    assert meter.average == 2
