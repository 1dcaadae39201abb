import { message } from '../../protocol/catalogue/catalogue';
import type { ResolutionRow } from '../../protocol/environment';
import type { ReportReadOut, StatedVersion } from '../../protocol/report';
import { missingImports } from '../actions/import-addition';
import { importedModules } from '../actions/syntax-names';
import type { PythonParser } from '../ports/python-parser';
import { companions, kerasBackends } from './companions';
import { standardModules } from './standard-modules';
import { tracebackModules } from './traceback-modules';
import { normaliseName } from '../../protocol/requirement';

/** Names that reports use for the same distribution; the first is the one that is installed. */
const sameDistribution: readonly (readonly string[])[] = [
  ['torch', 'pytorch'],
  ['tensorflow', 'tensorflow-gpu', 'tensorflow-cpu', 'tf'],
  ['scikit-learn', 'sklearn'],
  ['opencv-python', 'opencv', 'opencv-python-headless', 'cv2'],
  ['pillow', 'pil'],
  ['pyyaml', 'yaml'],
];

function statedFor(distribution: string, versions: readonly StatedVersion[]): StatedVersion | undefined {
  const names = sameDistribution.find(([first]) => first === distribution) ?? [distribution];
  for (const name of names) {
    const stated = versions.find((version) => normaliseName(version.name) === name);
    if (stated) return stated;
  }
  return undefined;
}

/** `1.26` is any release of that series; `1.26.4+cu118` is 1.26.4. Null: not a version that an index could have. */
export function specifierOf(version: string): string | null {
  const parts = /^v?(\d+(?:\.\d+)*)((?:a|b|rc|\.?dev|\.?post)\d*)?(\.[xX*])?(?:\+[\w.]+)?$/.exec(version.trim());
  const release = parts?.[1];
  if (parts === null || release === undefined) return null;
  const series = parts[2] === undefined && (parts[3] !== undefined || release.split('.').length < 3);
  return series ? `==${release}.*` : `==${release}${parts[2] ?? ''}`;
}

function rowFor(distribution: string, why: string, readOut: ReportReadOut): ResolutionRow {
  const stated = statedFor(distribution, readOut.versions);
  const specifier = stated ? specifierOf(stated.version) : null;
  if (stated && specifier !== null) {
    const reason = message('plan.packageStated', { name: distribution, version: stated.version });
    return { name: distribution, specifier, step: 'stated', reason };
  }
  return { name: distribution, specifier: '', step: 'current', reason: why };
}

/** Root modules of a script, with why each is needed. The script's own order. */
function modulesOf(
  script: string,
  readOut: ReportReadOut,
  parser: PythonParser,
): readonly { readonly module: string; readonly why: string }[] {
  const imported = importedModules(parser.parse(script)).map(({ module, row }) => ({
    module: module.split('.')[0] ?? module,
    why: message('plan.packageImported', { module, line: row + 1 }),
  }));
  const missing = missingImports(script, readOut, parser).map(({ module, name }) => ({
    module,
    why: message('plan.packageUsed', { name }),
  }));
  return [...imported, ...missing];
}

/**
 * Distributions that scripts need, each once, with the version that the report states. `learned` are modules that a real
 * run did not find; they count even where no list knows them, and are then asked about. A module that only the scripts
 * name counts where the shipped list, the report's versions or the user's word knows it: others are the user's own files.
 */
export function neededPackages(options: {
  readonly scripts: readonly string[];
  readonly learned: readonly string[];
  readonly readOut: ReportReadOut;
  readonly allowPackages: readonly string[];
  readonly parser: PythonParser;
  readonly distributionOf: (module: string) => string | null;
}): readonly ResolutionRow[] {
  const { readOut, distributionOf } = options;
  const vouched = new Set([...options.allowPackages, ...readOut.versions.map(({ name }) => name)].map(normaliseName));
  const rows = new Map<string, ResolutionRow>();
  const add = (distribution: string, why: string): void => {
    if (!rows.has(distribution)) rows.set(distribution, rowFor(distribution, why, readOut));
  };
  for (const script of options.scripts) {
    for (const { module, why } of modulesOf(script, readOut, options.parser)) {
      if (standardModules.has(module)) continue;
      const distribution =
        distributionOf(module) ?? (vouched.has(normaliseName(module)) ? normaliseName(module) : null);
      if (distribution !== null) add(distribution, why);
    }
  }
  for (const module of options.learned) {
    if (standardModules.has(module)) continue;
    const distribution = distributionOf(module) ?? normaliseName(module);
    // `__init__` and the like are no packages, and a name that begins with `-` would read as an option.
    if (!distribution.startsWith('-') && !distribution.endsWith('-'))
      add(distribution, message('plan.packageLearned', { module }));
  }
  // The code may be handed an object of a package that it names nowhere.
  for (const module of tracebackModules(readOut.exceptions)) {
    const distribution = distributionOf(module);
    // Of one fault TensorFlow shows frames of the Keras that it brings itself.
    const isBrought = distribution === 'keras' && rows.has('tensorflow');
    if (distribution !== null && !isBrought) add(distribution, message('plan.packageTraceback', { module }));
  }
  // What frameworks do depends on packages that no code imports: Keras on its TensorFlow, all of them on NumPy.
  for (const name of [...rows.keys()]) {
    for (const companion of companions[name] ?? []) if (statedFor(companion, readOut.versions)) add(companion, '');
  }
  if (rows.has('keras') && !kerasBackends.some((name) => rows.has(name)))
    add('tensorflow', message('plan.packageBackend', { name: 'keras' }));
  if (rows.size > 0 && statedFor('numpy', readOut.versions)) add('numpy', '');
  return [...rows.values()];
}
