import torch
from torchvision import datasets, transforms


def face_transform(size):
    return transforms.Compose([transforms.Resize(size), transforms.CenterCrop(size), transforms.ToTensor()])


def face_loader(root, size=64, batch_size=128):
    dataset = datasets.ImageFolder(root, face_transform(size))
    return torch.utils.data.DataLoader(dataset, batch_size=batch_size, shuffle=True, num_workers=2)
