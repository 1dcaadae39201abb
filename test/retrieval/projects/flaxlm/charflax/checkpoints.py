import os

from flax.training import checkpoints


def save_state(folder, state):
    checkpoints.save_checkpoint(folder, state, step=0, overwrite=True)


def restore_state(folder, state):
    if not os.path.isdir(folder):
        return state
    return checkpoints.restore_checkpoint(folder, state)
