import torch.nn as nn


def up_block(inputs, outputs, stride=2, padding=1):
    return nn.Sequential(
        nn.ConvTranspose2d(inputs, outputs, 4, stride, padding, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(True),
    )


def down_block(inputs, outputs, norm=True):
    layers = [nn.Conv2d(inputs, outputs, 4, 2, 1, bias=not norm)]
    if norm:
        layers.append(nn.BatchNorm2d(outputs))
    layers.append(nn.LeakyReLU(0.2, inplace=True))
    return nn.Sequential(*layers)


def init_weights(module):
    name = module.__class__.__name__
    if 'Conv' in name:
        nn.init.normal_(module.weight, 0.0, 0.02)
    elif 'BatchNorm' in name:
        nn.init.normal_(module.weight, 1.0, 0.02)
        nn.init.zeros_(module.bias)
