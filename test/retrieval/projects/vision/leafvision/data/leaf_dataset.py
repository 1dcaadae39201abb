import os

from PIL import Image
from torch.utils.data import Dataset

EXTENSIONS = ('.jpg', '.jpeg', '.png')


def find_classes(root):
    names = os.listdir(root)
    return {name: index for index, name in enumerate(names)}


class LeafDataset(Dataset):
    """Images in one folder per class."""

    def __init__(self, root, transform=None):
        self.root = root
        self.transform = transform
        self.class_to_index = find_classes(root)
        self.samples = self.collect()

    def collect(self):
        samples = []
        for name, index in self.class_to_index.items():
            folder = os.path.join(self.root, name)
            for file_name in sorted(os.listdir(folder)):
                if file_name.lower().endswith(EXTENSIONS):
                    samples.append((os.path.join(folder, file_name), index))
        if not samples:
            raise RuntimeError('Found 0 images below {}'.format(self.root))
        return samples

    def __len__(self):
        return len(self.samples)

    def __getitem__(self, index):
        path, label = self.samples[index]
        image = Image.open(path)
        if self.transform is not None:
            image = self.transform(image)
        return image, label
