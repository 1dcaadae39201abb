import torch


class AverageMeter:
    def __init__(self):
        self.sum = 0
        self.count = 0

    @property
    def average(self):
        return self.sum / max(self.count, 1)

    def update(self, value, n=1):
        self.sum += value * n
        self.count += n


def accuracy(outputs, labels, topk=(1,)):
    _, predicted = outputs.topk(max(topk), 1)
    predicted = predicted.t()
    correct = predicted.eq(labels.view(1, -1).expand_as(predicted))
    return [correct[:k].view(-1).float().sum(0) * 100.0 / labels.size(0) for k in topk]


def confusion(outputs, labels, matrix=None):
    classes = outputs.size(1)
    if matrix is None:
        matrix = torch.zeros(classes, classes, dtype=torch.long)
    for guess, truth in zip(outputs.argmax(1), labels):
        matrix[truth, guess] += 1
    return matrix
