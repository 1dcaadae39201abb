import torch
import torch.nn as nn
import torchaudio


class LogMel(nn.Module):
    def __init__(self, rate=16000, bands=64):
        super().__init__()
        self.mel = torchaudio.transforms.MelSpectrogram(rate, n_mels=bands, hop_length=160)

    def forward(self, waves):
        return torch.log(self.mel(waves)).transpose(1, 2)


class SpecAugment(nn.Module):
    def __init__(self, time=20, frequency=8):
        super().__init__()
        self.time = time
        self.frequency = frequency

    def forward(self, features):
        start = torch.randint(0, features.size(1) - self.time, (1,)).item()
        features[:, start:start + self.time] = 0
        return features
