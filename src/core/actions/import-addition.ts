import { message } from '../../protocol/catalogue/catalogue';
import type { ReportReadOut } from '../../protocol/report';
import type { PythonParser } from '../ports/python-parser';
import type { Action, ActionState, Proposal } from './action';
import { linesOfScript, ours } from '../generate/script-lines';
import { withoutModule } from './stand-ins/module-stand-in';
import { knownNames, modulesByAttribute, plainModules, type KnownName } from './known-names';
import { importedModules, unboundNames, type UnboundName } from './syntax-names';

/** An import that a script lacks. */
export interface MissingImport {
  readonly name: string;
  readonly statement: string;
  readonly module: string;
}

type Family = NonNullable<KnownName['family']>;

const familyOfModule: Readonly<Record<string, Family>> = {
  torch: 'torch',
  torchvision: 'torch',
  pytorch: 'torch',
  tensorflow: 'tensorflow',
  tf: 'tensorflow',
  keras: 'keras',
  nn: 'torch',
  'pytorch-lightning': 'torch',
  pytorch_lightning: 'torch',
  lightning: 'torch',
  transformers: 'torch',
  jax: 'jax',
  jnp: 'jax',
  flax: 'jax',
  optax: 'jax',
};

/** Short names that more than one library gives a part of itself: what is taken from them tells more than the framework. */
const shared: ReadonlySet<string> = new Set([
  'models',
  'datasets',
  'layers',
  'nn',
  'metrics',
  'losses',
  'transforms',
  'T',
  'D',
]);

/**
 * Names that are modules or everyday words as well: without a part that is taken from them, or a call, they are a value of the
 * script's own. A data table.
 */
const everyday: ReadonlySet<string> = new Set(
  (
    'dataloader datasets models image sequence layers optimizers losses metrics callbacks utils preprocessing regularizers initializers activations ' +
    'constraints applications init functional autograd random lax optim lr_scheduler mnist cifar10 cifar100 fashion_mnist imdb boston_housing reuters ' +
    'transforms svm linear_model class_weight normalize shuffle product chain cycle add dot average multiply maximum subtract argmax l1 l2 tensor ' +
    'pipeline resample clone auc reduce glob time string copy queue types operator statistics platform'
  ).split(' '),
);

type Told = Pick<ReportReadOut, 'frameworks' | 'versions'>;

/** Frameworks in order of evidence: imports first, then names in use, then what the report says. */
function familiesOf(modules: readonly string[], unbound: readonly UnboundName[], told: Told): readonly Family[] {
  const { frameworks } = told;
  const evidence = [...modules, ...unbound.map(({ name }) => name), ...frameworks.map((name) => name.toLowerCase())];
  const found = evidence.flatMap((name) => familyOfModule[name] ?? []);
  const within = isWithinTensorFlow(modules, told);
  return [...new Set(found.map((family) => (family === 'keras' && within ? 'tensorflow' : family)))];
}

/** Whether what is called Keras is the one within TensorFlow: of the two a release of TensorFlow 2 alone is stated, and no code imports the other. */
function isWithinTensorFlow(modules: readonly string[], { versions }: Told): boolean {
  const stated = (name: RegExp): readonly string[] =>
    versions.filter((one) => name.test(one.name)).map(({ version }) => version);
  const ofTensorFlow = stated(/^(?:tensorflow(?:-gpu|-cpu)?|tf)$/i);
  const isSecond = ofTensorFlow.length > 0 && ofTensorFlow.every((version) => /^v?2(?:\.|$)/.test(version));
  return isSecond && stated(/^keras$/i).length === 0 && !modules.includes('keras');
}

function entryFor(name: string, families: readonly Family[]): KnownName | undefined {
  const entries = knownNames.filter((entry) => entry.name === name);
  const [first] = families;
  const neutral = entries.find(({ family }) => family === null);
  if (neutral) return entries.find(({ family }) => family !== null && family === first) ?? neutral;
  for (const family of families) {
    const entry = entries.find((candidate) => candidate.family === family);
    if (entry) return entry;
  }
  // `Dense` alone says Keras; only a name that several frameworks know needs more evidence.
  const kinds = new Set(entries.map(({ family }) => (family === 'torch' ? 'torch' : 'keras')));
  return families.length === 0 && kinds.size === 1 ? entries[0] : undefined;
}

/** The framework of the first name that only one has: `Dense` alone says Keras. */
function familyOfNames(unbound: readonly UnboundName[]): readonly Family[] {
  for (const { name } of unbound) {
    const found = knownNames.filter((entry) => entry.name === name).map(({ family }) => family);
    const [first] = found;
    const isTorch = found.every((family) => family === 'torch');
    if (first && (isTorch || !found.includes('torch')) && !found.includes(null)) return [first];
  }
  return [];
}

/** Whether the first framework in evidence has a part of this name itself. */
function isOfFamily(module: string, families: readonly Family[]): boolean {
  const family = familyOfModule[module.split('.')[0] ?? ''];
  const [first] = families;
  return family !== undefined && (family === first || (family === 'tensorflow' && first === 'keras'));
}

/** Imports for the names that a script uses and nowhere binds, as far as the table knows them. */
export function missingImports(script: string, readOut: Told, parser: PythonParser): readonly MissingImport[] {
  const root = parser.parse(script);
  const modules = importedModules(root).map(({ module }) => module.split('.')[0] ?? module);
  const unbound = unboundNames(root);
  const told = familiesOf(modules, unbound, readOut);
  const families = told.length > 0 ? told : familyOfNames(unbound);
  return unbound.flatMap(({ name, attributes, called }) => {
    if (everyday.has(name) && attributes.length === 0 && !called) return [];
    const told = modulesByAttribute.find(({ attributes: known }) =>
      attributes.some((attribute) => known.has(attribute)),
    );
    const isElsewhere = told !== undefined && shared.has(name) && !isOfFamily(told.module, families);
    const entry = isElsewhere ? undefined : entryFor(name, families);
    if (entry) {
      // `glob.glob(…)` is the module's, `glob(…)` its function.
      const isModule = entry.statement === `from ${name} import ${name}` && attributes.includes(name);
      return [{ name, statement: isModule ? `import ${name}` : entry.statement, module: entry.module }];
    }
    if (told) {
      const statement = `import ${told.module} as ${name}`;
      return [{ name, statement, module: told.module.split('.')[0] ?? told.module }];
    }
    if (plainModules.has(name) && attributes.length > 0) return [{ name, statement: `import ${name}`, module: name }];
    return [];
  });
}

/** `from m import a` and `from m import b` become one statement. */
export function joinStatements(imports: readonly MissingImport[]): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const { statement } of imports) {
    const parts = /^(from \S+ import) (\w+)$/.exec(statement);
    const key = parts?.[1] ?? statement;
    const names = groups.get(key) ?? [];
    const name = parts?.[2];
    if (name !== undefined && !names.includes(name)) names.push(name);
    groups.set(key, names);
  }
  return [...groups].map(([key, names]) => (names.length === 0 ? key : `${key} ${names.join(', ')}`));
}

function proposePackage(state: ActionState, module: string): readonly Proposal[] {
  const distribution = state.distributionOf(module) ?? module.toLowerCase().replaceAll('_', '-');
  return [
    {
      action: 'import-addition-dependency-resolution',
      reason: message('attempt.addedPackage', { module, distribution }),
      touches: [{ fault: 'module', name: module }],
      change: { kind: 'package', distribution, module },
    },
  ];
}

/** Without the module, where nothing of the fault hangs on it. */
function proposeStandIn(state: ActionState, module: string): readonly Proposal[] {
  const lines = linesOfScript(state.script);
  const next = withoutModule(
    lines.map(({ text }) => text),
    module,
  );
  if (!next) return [];
  return [
    {
      action: 'import-addition-dependency-resolution',
      reason: message('attempt.standInModule', { module }),
      touches: [{ fault: 'module', name: module }],
      change: {
        kind: 'script',
        lines: next.map(({ text, index }) => (index === null ? undefined : lines[index]) ?? { text, provenance: ours }),
      },
    },
  ];
}

/** Adds to the environment what a script imports and nothing installed. */
export const importAddition: Action = {
  action: 'import-addition-dependency-resolution',
  propose: (state) => {
    const { diagnosis } = state;
    if (diagnosis.kind === 'missingModule' && diagnosis.module !== '.') {
      return [...proposePackage(state, diagnosis.module), ...proposeStandIn(state, diagnosis.module)];
    }
    return [];
  },
};
