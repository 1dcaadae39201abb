import { withoutVision } from './vision-text';

/** Modules that draw, report or show progress: a fault seldom hangs on them. A data table. */
const inert: ReadonlySet<string> = new Set(
  (
    'matplotlib pylab seaborn plotly bokeh tqdm wandb tensorboardX tensorboard torchsummary torchinfo torchviz IPython google comet_ml mlflow neptune ' +
    'livelossplot pydot pydotplus graphviz termcolor colorama prettytable tabulate dotenv ipdb visdom skimage imgaug pydicom rich loguru'
  ).split(' '),
);

const silent: readonly string[] = [
  'class Silent:',
  '    def __init__(self, items=()):',
  '        self.items = items',
  '',
  '    def __call__(self, items=(), *args, **kwargs):',
  '        return Silent(items)',
  '',
  '    def __getattr__(self, name):',
  '        return (lambda *args, **kwargs: (self, self)) if name == "subplots" else self',
  '',
  '    def __iter__(self):',
  '        return iter(self.items)',
  '',
  '    def __getitem__(self, key):',
  '        return self',
  '',
  '    def __enter__(self):',
  '        return self',
  '',
  '    def __exit__(self, *args):',
  '        return False',
];

/** Pictures by chance, in the layout and the sizes that OpenCV gives. */
const pictures: readonly string[] = [
  'class Pictures:',
  '    def imread(self, *args):',
  '        return np.random.randint(0, 256, (64, 64, 3)).astype("uint8")',
  '',
  '    def resize(self, image, size, *args, **kwargs):',
  '        return np.random.randint(0, 256, (size[1], size[0]) + image.shape[2:]).astype("uint8")',
  '',
  '    def cvtColor(self, image, code):',
  '        return image[..., 0] if code == "COLOR_BGR2GRAY" else image',
  '',
  '    def imwrite(self, *args):',
  '        return True',
  '',
  '    def __getattr__(self, name):',
  '        return name if name.isupper() or name.startswith("COLOR_") else (lambda image=None, *args, **kwargs: image)',
];

/** What a process and its machine use, told by the resources of this process. */
const machine: readonly string[] = [
  'class Machine:',
  '    total = available = 2 ** 34',
  '    percent = 50.0',
  '',
  '    def Process(self, *args):',
  '        return self',
  '',
  '    def memory_info(self, *args):',
  '        return self',
  '',
  '    memory_full_info = virtual_memory = swap_memory = memory_info',
  '',
  '    def memory_percent(self, *args):',
  '        return 100 * self.rss / self.total',
  '',
  '    @property',
  '    def rss(self):',
  '        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024',
  '',
  '    used = vms = uss = rss',
];

/** Modules that a class of ours stands in for, with its name and what it imports. A data table. */
const classes: ReadonlyMap<string, readonly [kind: string, definition: readonly string[]]> = new Map([
  ['cv2', ['Pictures', ['import numpy as np', ...pictures]]],
  ['psutil', ['Machine', ['import resource', ...machine]]],
]);

/** The names that an import statement binds: `import a.b as c` binds `c`, `import a.b` binds `a`. Null: another statement. */
function boundNames(statement: string, module: string): readonly string[] | null {
  const plain = /^\s*import\s+([\w.]+)(?:\s+as\s+(\w+))?\s*(?:#.*)?$/.exec(statement);
  if (plain && plain[1]?.split('.')[0] === module) return [plain[2] ?? module];
  const from = /^\s*from\s+([\w.]+)\s+import\s+\(?([\w\s,]+?)\)?\s*(?:#.*)?$/.exec(statement);
  if (from?.[1]?.split('.')[0] !== module) return null;
  return (from[2] ?? '').split(',').flatMap((part) => /(\w+)\s*$/.exec(part)?.[1] ?? []);
}

/**
 * A script without an import that no installed package answers: objects that do nothing take the place of what only draws or
 * reports, and pictures by chance that of OpenCV. Texts by line, with whether they are new. Null: the module matters, or is not imported plainly.
 */
export function withoutModule(
  texts: readonly string[],
  module: string,
): readonly { readonly text: string; readonly index: number | null }[] | null {
  if (module === 'torchvision') return withoutVision(texts);
  const [kind, definition] = classes.get(module) ?? ['Silent', silent];
  if (!classes.has(module) && !inert.has(module)) return null;
  let found = false;
  const next = texts.flatMap((text, index): readonly { text: string; index: number | null }[] => {
    const names = boundNames(text, module);
    if (names === null) return [{ text, index }];
    const indent = /^\s*/.exec(text)?.[0] ?? '';
    const lines = names.map((name) => ({ text: `${indent}${name} = ${kind}()`, index: null }));
    const head = found || indent !== '' ? [] : definition.map((line) => ({ text: line, index: null }));
    found = true;
    return [...head, ...lines];
  });
  const isDefined = next.some(({ text }) => text === `class ${kind}:`);
  return found && isDefined ? next : null;
}
