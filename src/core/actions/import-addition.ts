import { message } from '../../protocol/catalogue/catalogue';
import type { ReportReadOut } from '../../protocol/report';
import type { PythonParser } from '../ports/python-parser';
import type { Action, ActionState, Proposal } from './action';
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
};

/** Frameworks in order of evidence: imports first, then names in use, then what the report says. */
function familiesOf(
  modules: readonly string[],
  unbound: readonly UnboundName[],
  frameworks: readonly string[],
): readonly Family[] {
  const evidence = [...modules, ...unbound.map(({ name }) => name), ...frameworks.map((name) => name.toLowerCase())];
  const found = evidence.flatMap((name) => familyOfModule[name] ?? []);
  return [...new Set(found)];
}

function entryFor(name: string, families: readonly Family[]): KnownName | undefined {
  const entries = knownNames.filter((entry) => entry.name === name);
  const neutral = entries.find(({ family }) => family === null);
  if (neutral) return neutral;
  for (const family of families) {
    const entry = entries.find((candidate) => candidate.family === family);
    if (entry) return entry;
  }
  // `Dense` alone says Keras; only a name that several frameworks know needs more evidence.
  const kinds = new Set(entries.map(({ family }) => (family === 'torch' ? 'torch' : 'keras')));
  return families.length === 0 && kinds.size === 1 ? entries[0] : undefined;
}

/** Imports for the names that a script uses and nowhere binds, as far as the table knows them. */
export function missingImports(
  script: string,
  readOut: Pick<ReportReadOut, 'frameworks'>,
  parser: PythonParser,
): readonly MissingImport[] {
  const root = parser.parse(script);
  const modules = importedModules(root).map(({ module }) => module.split('.')[0] ?? module);
  const unbound = unboundNames(root);
  const families = familiesOf(modules, unbound, readOut.frameworks);
  return unbound.flatMap(({ name, attributes }) => {
    const entry = entryFor(name, families);
    if (entry) return [{ name, statement: entry.statement, module: entry.module }];
    const told = modulesByAttribute.find(({ attributes: known }) =>
      attributes.some((attribute) => known.has(attribute)),
    );
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

/** Adds to the environment what a script imports and nothing installed. */
export const importAddition: Action = {
  action: 'import-addition-dependency-resolution',
  propose: (state) => {
    const { diagnosis } = state;
    if (diagnosis.kind === 'missingModule') return proposePackage(state, diagnosis.module);
    return [];
  },
};
