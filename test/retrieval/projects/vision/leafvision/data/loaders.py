import os

from torch.utils.data import DataLoader, WeightedRandomSampler

from .augment import eval_transform, train_transform
from .leaf_dataset import LeafDataset


def class_weights(dataset):
    counts = [0] * len(dataset.class_to_index)
    for _, label in dataset.samples:
        counts[label] += 1
    return [1.0 / counts[label] for _, label in dataset.samples]


def build_loaders(options):
    size = options['image_size']
    train = LeafDataset(os.path.join(options['root'], 'train'), train_transform(size))
    val = LeafDataset(os.path.join(options['root'], 'val'), eval_transform(size))
    sampler = WeightedRandomSampler(class_weights(train), len(train))
    train_loader = DataLoader(train, options['batch_size'], sampler=sampler, shuffle=True,
                              num_workers=options['workers'])
    val_loader = DataLoader(val, options['batch_size'], num_workers=options['workers'])
    return train_loader, val_loader
