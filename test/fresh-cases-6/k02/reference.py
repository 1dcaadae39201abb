import sys
import torch
from torch import nn

emb = nn.Embedding(58, 8)
gru = nn.GRU(8, 8, batch_first=True)
names = torch.randint(0, 58, (3, 6))
packed = nn.utils.rnn.pack_padded_sequence(emb(names), torch.tensor([3, 6, 2]), batch_first=True, enforce_sorted="--fixed" not in sys.argv)
gru(packed)
