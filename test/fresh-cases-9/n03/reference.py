import sys
from torch import nn


class Pair(nn.Module):
    def __init__(self, encoder, decoder):
        if "--fixed" in sys.argv:
            super().__init__()
        self.encoder = encoder
        self.decoder = decoder


Pair(nn.Linear(4, 2), nn.Linear(2, 4))
