import os

import torch


def save_checkpoint(path, model, epoch, best):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    torch.save({'model': model.state_dict(), 'epoch': epoch, 'best': best}, path)


def load_checkpoint(path, model):
    state = torch.load(path)
    model.load_state_dict(state['model'])
    return state
