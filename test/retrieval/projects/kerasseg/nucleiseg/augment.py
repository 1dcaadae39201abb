import numpy as np


def rotate(image, mask):
    turns = np.random.randint(4)
    return np.rot90(image, turns), np.rot90(mask, turns)


def flip(image, mask):
    if np.random.rand() < 0.5:
        return image[:, ::-1], mask
    return image, mask


def add_noise(image, level=0.02):
    return np.clip(image + np.random.normal(0, level, image.shape), 0, 1)


def augment_pair(image, mask):
    image, mask = flip(*rotate(image, mask))
    return add_noise(image), mask
