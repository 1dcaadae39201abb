import torch

from .system import SpeechSystem


def load_system(path):
    return SpeechSystem.load_from_checkpoint(path)


def export_torchscript(path, target, seconds=1):
    system = load_system(path)
    sample = torch.randn(1, 16000 * seconds)
    torch.jit.trace(system, sample).save(target)
