import torch.nn as nn


class Dueling(nn.Module):
    def __init__(self, features, actions, hidden=128):
        super().__init__()
        self.value = nn.Sequential(nn.Linear(features, hidden), nn.ReLU(), nn.Linear(hidden, 1))
        self.advantage = nn.Sequential(nn.Linear(features, hidden), nn.ReLU(), nn.Linear(hidden, actions))

    def forward(self, x):
        advantage = self.advantage(x)
        return self.value(x) + advantage - advantage.mean()


class PixelNetwork(nn.Module):
    def __init__(self, shape, actions):
        super().__init__()
        self.convolutions = nn.Sequential(
            nn.Conv2d(shape[0], 32, 8, 4), nn.ReLU(),
            nn.Conv2d(32, 64, 4, 2), nn.ReLU(),
            nn.Conv2d(64, 64, 3, 1), nn.ReLU(), nn.Flatten(),
        )
        self.head = Dueling(64 * 7 * 7, actions)

    def forward(self, x):
        return self.head(self.convolutions(x / 255.0))


def build_network(shape, actions):
    if len(shape) == 3:
        return PixelNetwork(shape, actions)
    return nn.Sequential(nn.Linear(shape[0], 128), nn.ReLU(), Dueling(128, actions))
