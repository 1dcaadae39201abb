import numpy as np
from PIL import Image

SIZE = (256, 256)


def read_image(path):
    return np.asarray(Image.open(path).convert('RGB').resize(SIZE), dtype='float32') / 255


def read_mask(path):
    mask = np.asarray(Image.open(path).convert('L').resize(SIZE))
    return mask[..., np.newaxis].astype('float32')


def save_overlay(image, mask, path):
    shown = (image * 255).astype('uint8')
    shown[mask[..., 0] > 0.5] = (255, 0, 0)
    Image.fromarray(shown).save(path)
