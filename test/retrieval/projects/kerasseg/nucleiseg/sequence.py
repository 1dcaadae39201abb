import os

import numpy as np
from tensorflow.keras.utils import Sequence

from .augment import augment_pair
from .images import read_image, read_mask


def split_names(folder, share=0.1):
    names = sorted(os.listdir(folder))
    cut = int(len(names) * share)
    return names[cut:], names[:cut]


class SegmentationSequence(Sequence):
    def __init__(self, images, masks, names, batch_size=8, augment=False):
        self.images, self.masks, self.names = images, masks, names
        self.batch_size = batch_size
        self.augment = augment

    def __len__(self):
        return len(self.names) // self.batch_size + 1

    def __getitem__(self, index):
        chosen = self.names[index * self.batch_size:(index + 1) * self.batch_size]
        pairs = [self.load(name) for name in chosen]
        return np.stack([image for image, _ in pairs]), np.stack([mask for _, mask in pairs])

    def load(self, name):
        image = read_image(os.path.join(self.images, name))
        mask = read_mask(os.path.join(self.masks, name))
        return augment_pair(image, mask) if self.augment else (image, mask)
