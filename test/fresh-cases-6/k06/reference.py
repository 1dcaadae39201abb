import io
import sys
import torch
from torch import nn


class Lambda(nn.Module):
    def __init__(self, fn):
        super().__init__()
        self.fn = fn


def make_head():
    return nn.Sequential(nn.Linear(4, 2), Lambda(lambda x: x * 10))


model = make_head()
torch.save(model.state_dict() if "--fixed" in sys.argv else model, io.BytesIO())
