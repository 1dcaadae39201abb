/** Data sets of pictures by name: axes of one picture as it lies on disk, and classes. A data table. */
export const pictureSets: Readonly<Record<string, { readonly size: readonly number[]; readonly classes: number }>> = {
  MNIST: { size: [28, 28], classes: 10 },
  FashionMNIST: { size: [28, 28], classes: 10 },
  KMNIST: { size: [28, 28], classes: 10 },
  QMNIST: { size: [28, 28], classes: 10 },
  EMNIST: { size: [28, 28], classes: 47 },
  USPS: { size: [16, 16], classes: 10 },
  CIFAR10: { size: [32, 32, 3], classes: 10 },
  CIFAR100: { size: [32, 32, 3], classes: 100 },
  SVHN: { size: [32, 32, 3], classes: 10 },
  STL10: { size: [96, 96, 3], classes: 10 },
  ImageNet: { size: [224, 224, 3], classes: 1000 },
  CelebA: { size: [218, 178, 3], classes: 40 },
  ImageFolder: { size: [64, 64, 3], classes: 2 },
};

/**
 * A small part of torchvision in Python, where an environment has none: the usual data sets with pictures by chance, the usual
 * transforms, and networks of the usual outer form with few weights.
 */
export const visionLines: readonly string[] = `
class torchvision:
    class transforms:
        class Compose:
            def __init__(self, transforms):
                self.transforms = transforms

            def __call__(self, image):
                for transform in self.transforms:
                    image = transform(image)
                return image

        class ToTensor:
            def __call__(self, image):
                image = np.asarray(image)
                image = image[..., None] if image.ndim == 2 else image
                return torch.from_numpy(image.transpose(2, 0, 1).copy()).float().div(255)

        class Normalize:
            def __init__(self, mean, std, *args, **kwargs):
                self.mean, self.std = torch.tensor(mean).reshape(-1, 1, 1), torch.tensor(std).reshape(-1, 1, 1)

            def __call__(self, image):
                return (image - self.mean) / self.std

        class Resize:
            def __init__(self, size, *args, **kwargs):
                self.size = (size, size) if isinstance(size, int) else tuple(size)

            def __call__(self, image):
                array = image if isinstance(image, torch.Tensor) else torch.from_numpy(np.asarray(image).copy())
                at = -2 if isinstance(image, torch.Tensor) else 0
                rows, columns = [torch.arange(new) * old // new for new, old in zip(self.size, array.shape[at:][:2])]
                array = array.index_select(at, rows).index_select(at + 1, columns)
                return array if isinstance(image, torch.Tensor) else array.numpy()

        CenterCrop = RandomCrop = RandomResizedCrop = Resize

        class Lambda:
            def __init__(self, function):
                self.function = function

            def __call__(self, image):
                return self.function(image)

        class Grayscale:
            def __init__(self, num_output_channels=1):
                self.channels = num_output_channels

            def __call__(self, image):
                return np.repeat(np.asarray(image).mean(axis=-1, keepdims=True), self.channels, axis=-1).astype("uint8")

        class Unchanged:
            def __init__(self, *args, **kwargs):
                pass

            def __call__(self, image):
                return image

        RandomHorizontalFlip = RandomVerticalFlip = RandomRotation = RandomAffine = ColorJitter = ToPILImage = Unchanged
        RandomErasing = RandomApply = RandomGrayscale = Unchanged

    class datasets:
        class Pictures(torch.utils.data.Dataset):
            size, kinds = (64, 64, 3), 2

            def __init__(self, root="", *args, transform=None, target_transform=None, **kwargs):
                self.transform, self.target_transform = transform, target_transform
                self.classes = [str(kind) for kind in range(self.kinds)]
                self.targets = torch.arange(512) % self.kinds
                self.data = np.random.randint(0, 256, (512, *self.size)).astype("uint8")

            def __len__(self):
                return 512

            def __getitem__(self, index):
                image, kind = self.data[index], int(self.targets[index])
                image = image if self.transform is None else self.transform(image)
                return image, kind if self.target_transform is None else self.target_transform(kind)

${Object.entries(pictureSets)
  .map(
    ([name, { size, classes }]) =>
      `        class ${name}(Pictures):\n            size, kinds = (${size.join(', ')}), ${classes}`,
  )
  .join('\n\n')}

    class models:
        class Network(torch.nn.Module):
            def __init__(self, *args, num_classes=1000, **kwargs):
                super().__init__()
                self.features = torch.nn.Sequential(torch.nn.Conv2d(3, 8, 3, padding=1), torch.nn.ReLU(), torch.nn.Conv2d(8, 512, 1))
                self.avgpool = torch.nn.AdaptiveAvgPool2d((1, 1))
                self.fc = torch.nn.Linear(512, num_classes)

            def forward(self, x):
                return self.fc(torch.flatten(self.avgpool(self.features(x)), 1))

        class Classifying(Network):
            def __init__(self, *args, num_classes=1000, **kwargs):
                super().__init__()
                del self.fc
                self.avgpool = torch.nn.AdaptiveAvgPool2d((7, 7))
                self.classifier = torch.nn.Sequential(torch.nn.Linear(25088, 64), torch.nn.ReLU(), torch.nn.Dropout(), torch.nn.Linear(64, 64), torch.nn.ReLU(), torch.nn.Dropout(), torch.nn.Linear(64, num_classes))

            def forward(self, x):
                return self.classifier(torch.flatten(self.avgpool(self.features(x)), 1))

        resnet18 = resnet34 = resnet50 = resnet101 = resnet152 = resnext50_32x4d = wide_resnet50_2 = googlenet = Network
        inception_v3 = shufflenet_v2_x1_0 = Network
        vgg11 = vgg13 = vgg16 = vgg19 = vgg16_bn = vgg19_bn = alexnet = Classifying

    class utils:
        def make_grid(images, *args, **kwargs):
            return images[0]

        def save_image(*args, **kwargs):
            pass

    __version__ = "0"
`
  .trim()
  .split('\n');

/** What an import of the library binds, as assignments. Null: another statement. */
function assignments(statement: string): readonly string[] | null {
  const plain = /^\s*import\s+(torchvision(?:\.\w+)*)(?:\s+as\s+(\w+))?\s*(?:#.*)?$/.exec(statement);
  if (plain) {
    const [, path = '', alias] = plain;
    return alias === undefined || alias === path ? [] : [`${alias} = ${path}`];
  }
  const from = /^\s*from\s+(torchvision(?:\.\w+)*)\s+import\s+\(?([\w\s,]+?)\)?\s*(?:#.*)?$/.exec(statement);
  if (!from) return null;
  const [, path = '', names = ''] = from;
  return names.split(',').flatMap((part) => {
    const [, name, alias] = /^\s*(\w+)(?:\s+as\s+(\w+))?\s*$/.exec(part) ?? [];
    return name === undefined ? [] : [`${alias ?? name} = ${path}.${name}`];
  });
}

/** A script that has the stand-in in place of each import of the library. Null: it does not import it plainly. */
export function withoutVision(
  texts: readonly string[],
): readonly { readonly text: string; readonly index: number | null }[] | null {
  let found = false;
  const next = texts.flatMap((text, index): readonly { text: string; index: number | null }[] => {
    const lines = assignments(text);
    if (lines === null) return [{ text, index }];
    const indent = /^\s*/.exec(text)?.[0] ?? '';
    if (indent !== '' && !found) return [{ text, index }];
    const head = found ? [] : ['import numpy as np', 'import torch', 'import torch.utils.data', '', ...visionLines, ''];
    found = true;
    return [...head, ...lines.map((line) => `${indent}${line}`)].map((line) => ({ text: line, index: null }));
  });
  return found ? next : null;
}
