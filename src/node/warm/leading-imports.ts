import type { SyntaxNode } from '../../core/ports/python-parser';

/** One import of a framework, as the script has it. `names` null: `import module`. `row` counts from 1. */
export interface ImportWish {
  readonly module: string;
  readonly names: readonly string[] | null;
  readonly row: number;
}

/** What may be imported before a script runs, without a difference to the script. */
export interface LeadingImports {
  readonly statements: readonly ImportWish[];
  /** Variables that the script sets before an import which reads them. */
  readonly variables: Readonly<Record<string, string>>;
  /** How many of the statements come before a filter of warnings is set; null: none is. */
  readonly beforeFilter: number | null;
  /** How many come before random numbers are seeded; null: none are. */
  readonly beforeSeed: number | null;
}

/** Packages that take long to import, and do nothing but that when they are. */
const HEAVY = new Set(
  (
    'accelerate datasets diffusers evaluate jax keras lightning matplotlib numpy pandas peft pytorch_lightning scipy ' +
    'seaborn skimage sklearn tensorflow tensorflow_addons tensorflow_datasets tensorflow_hub tensorflow_probability ' +
    'tf_keras tokenizers torch torch_geometric torchaudio torchmetrics torchtext torchvision transformers'
  ).split(' '),
);
/** Modules of Python itself that scripts import first, and that do nothing else when they are. */
const QUIET = new Set(
  (
    'abc argparse ast asyncio base64 bisect codecs collections concurrent contextlib copy csv ctypes dataclasses datetime ' +
    'decimal enum fractions functools gc glob gzip hashlib heapq importlib inspect io itertools json logging math ' +
    'multiprocessing numbers operator os pathlib pickle platform pprint queue random re shutil signal socket statistics ' +
    'string struct subprocess sys tempfile textwrap threading time traceback types typing unittest urllib uuid warnings ' +
    'weakref zipfile'
  ).split(' '),
);
/** Variables that frameworks read when they are imported. Nothing that a loader or an interpreter reads. */
const SETTABLE =
  /^(TF_\w+|KERAS_BACKEND|CUDA_VISIBLE_DEVICES|CUDA_LAUNCH_BLOCKING|CUBLAS_WORKSPACE_CONFIG|OMP_NUM_THREADS|MKL_NUM_THREADS|TOKENIZERS_PARALLELISM|PYTORCH_\w+|HF_HUB_OFFLINE|TRANSFORMERS_OFFLINE|TRANSFORMERS_VERBOSITY)$/;
const SEEDING = /^([\w.]+\.)?(seed|manual_seed|manual_seed_all|set_seed|set_random_seed)$/;
const FILTERING = /^warnings\.(filterwarnings|simplefilter)$/;
const LITERALS = new Set(['integer', 'float', 'true', 'false', 'none', 'string']);

/**
 * Reads the imports at the top of a script up to the first statement that could tell whether they were done before it.
 * Null: the script does not parse.
 */
export function leadingImports(tree: SyntaxNode): LeadingImports | null {
  if (tree.hasError) return null;
  const statements: ImportWish[] = [];
  const variables: Record<string, string> = {};
  let beforeFilter: number | null = null;
  let beforeSeed: number | null = null;
  for (const node of tree.namedChildren) {
    const found = wishesOf(node);
    if (found === 'stop') break;
    if (Array.isArray(found)) statements.push(...found);
    else if (found === 'filter') beforeFilter ??= statements.length;
    else if (found === 'seed') beforeSeed ??= statements.length;
    else if (found !== 'neutral') variables[found.name] = found.value;
  }
  return { statements, variables, beforeFilter, beforeSeed };
}

type Found = ImportWish[] | 'stop' | 'neutral' | 'filter' | 'seed' | { readonly name: string; readonly value: string };

function wishesOf(node: SyntaxNode): Found {
  switch (node.type) {
    case 'comment':
    case 'future_import_statement':
      return 'neutral';
    case 'import_statement':
      return plainImport(node);
    case 'import_from_statement':
      return fromImport(node);
    case 'expression_statement':
      return expression(node.namedChildren[0]);
    default:
      return 'stop';
  }
}

function plainImport(node: SyntaxNode): Found {
  const wishes: ImportWish[] = [];
  for (const child of node.namedChildren) {
    const module = child.type === 'aliased_import' ? child.childForField('name')?.text : child.text;
    const kind = kindOf(module);
    if (kind === 'other' || module === undefined) return 'stop';
    if (kind === 'heavy') wishes.push({ module, names: null, row: node.startPosition.row + 1 });
  }
  return wishes;
}

function fromImport(node: SyntaxNode): Found {
  const [first, ...rest] = node.namedChildren;
  const module = first?.type === 'dotted_name' ? first.text : undefined;
  const kind = kindOf(module);
  if (kind === 'other' || module === undefined) return 'stop';
  if (kind === 'quiet') return 'neutral';
  const names = rest
    .filter(({ type }) => type !== 'comment')
    .map((child) => (child.type === 'aliased_import' ? (child.childForField('name')?.text ?? '') : child.text));
  return [{ module, names, row: node.startPosition.row + 1 }];
}

function kindOf(module: string | undefined): 'heavy' | 'quiet' | 'other' {
  const top = module?.split('.')[0] ?? '';
  if (HEAVY.has(top)) return 'heavy';
  return QUIET.has(top) ? 'quiet' : 'other';
}

function expression(node: SyntaxNode | undefined): Found {
  if (node?.type === 'string') return 'neutral';
  if (node?.type === 'call') {
    const called = node.childForField('function')?.text ?? '';
    const given = node.childForField('arguments')?.namedChildren ?? [];
    if (!given.every(({ type }) => LITERALS.has(type) || type === 'keyword_argument')) return 'stop';
    if (FILTERING.test(called)) return 'filter';
    return SEEDING.test(called) ? 'seed' : 'stop';
  }
  if (node?.type !== 'assignment') return 'stop';
  const [left, right] = [node.childForField('left'), node.childForField('right')];
  if (left?.type === 'identifier' && right !== null && LITERALS.has(right.type)) return 'neutral';
  const name = /^os\.environ\[\s*(['"])(\w+)\1\s*\]$/.exec(left?.text ?? '')?.[2];
  const value = /^(['"])([\w.:,=-]*)\1$/.exec(right?.text ?? '')?.[2];
  return name !== undefined && value !== undefined && SETTABLE.test(name) ? { name, value } : 'stop';
}
