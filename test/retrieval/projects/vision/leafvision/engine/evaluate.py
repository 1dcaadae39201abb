import torch

from ..utils.metrics import AverageMeter, accuracy, confusion


def evaluate(model, loader, device):
    top = AverageMeter()
    matrix = None
    with torch.no_grad():
        for images, labels in loader:
            images, labels = images.to(device), labels.to(device)
            outputs = model(images)
            top.update(accuracy(outputs, labels)[0].item(), images.size(0))
            matrix = confusion(outputs, labels, matrix)
    return {'accuracy': top.average, 'confusion': matrix}
