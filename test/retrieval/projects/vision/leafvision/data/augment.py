import numpy as np
import torch
from torchvision import transforms

MEAN = [0.485, 0.456, 0.406]
STD = [0.229, 0.224, 0.225]


def train_transform(size):
    return transforms.Compose([
        transforms.RandomResizedCrop(size),
        transforms.RandomHorizontalFlip(),
        transforms.ColorJitter(0.2, 0.2, 0.2),
        transforms.ToTensor(),
        transforms.Normalize(MEAN, STD),
    ])


def eval_transform(size):
    return transforms.Compose([
        transforms.Resize(int(size * 1.14)),
        transforms.CenterCrop(size),
        transforms.ToTensor(),
    ])


def mixup(images, labels, alpha):
    """Blends pairs of images; gives both label vectors and the weight."""
    weight = np.random.beta(alpha, alpha)
    order = torch.randperm(images.size(0))
    mixed = weight * images + (1 - weight) * images[order]
    return mixed, labels, labels[order], weight
