import torch.nn as nn
from torchvision import models


class SqueezeExcite(nn.Module):
    def __init__(self, channels, reduction=16):
        super().__init__()
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.reduce = nn.Linear(channels, channels // reduction)
        self.expand = nn.Linear(channels // reduction, channels)
        self.relu = nn.ReLU(inplace=True)
        self.gate = nn.Sigmoid()

    def forward(self, x):
        scale = self.pool(x)
        scale = self.gate(self.expand(self.relu(self.reduce(scale))))
        return x * scale


def build_backbone(name, pretrained=True):
    if not hasattr(models, name):
        raise ValueError('Unknown backbone %r' % name)
    network = getattr(models, name)(pretrained=pretrained)
    features = network.fc.in_features
    layers = list(network.children())[:-2]
    return nn.Sequential(*layers), features
