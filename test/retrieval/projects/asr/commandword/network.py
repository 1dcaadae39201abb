import torch
import torch.nn as nn


class ConvModule(nn.Module):
    def __init__(self, width, kernel=31):
        super().__init__()
        self.depthwise = nn.Conv1d(width, width, kernel, padding=kernel // 2, groups=width)
        self.norm = nn.BatchNorm1d(width)
        self.pointwise = nn.Conv1d(width, width, 1)

    def forward(self, x):
        x = x.transpose(1, 2)
        x = self.pointwise(torch.relu(self.norm(self.depthwise(x))))
        return x.transpose(1, 2)


class ConformerLite(nn.Module):
    def __init__(self, classes, bands=64, width=144, layers=4, heads=4):
        super().__init__()
        self.project = nn.Linear(bands, width)
        encoder = nn.TransformerEncoderLayer(width, heads, 4 * width)
        self.encoder = nn.TransformerEncoder(encoder, layers)
        self.convolution = ConvModule(width)
        self.head = nn.Linear(width, classes)

    def forward(self, features):
        x = self.project(features)
        x = x + self.convolution(x)
        x = self.encoder(x)
        return self.head(x.mean(dim=1))
