import torch.nn as nn

from .backbone import SqueezeExcite, build_backbone


class LeafClassifier(nn.Module):
    def __init__(self, backbone, num_classes, dropout=0.0, pretrained=True, attention=False):
        super().__init__()
        self.features, width = build_backbone(backbone, pretrained)
        self.attention = SqueezeExcite(width) if attention else None
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(width, num_classes)

    def forward(self, images):
        x = self.features(images)
        if self.attention is not None:
            x = self.attention(x)
        x = self.pool(x).squeeze()
        return self.head(self.dropout(x))

    def freeze_backbone(self):
        for parameter in self.features.parameters():
            parameter.requires_grad = False
