import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { parse } from 'smol-toml';
import { isFile, isFolder } from '../system/is-there';

const MOST_BYTES = 1024 * 1024;
const MOST_SCRIPT_FOLDERS = 5;

/** What a project's own files tell of it. */
export interface ProjectFacts {
  /** Folders that go on the path, absolute, the first foremost. */
  readonly sourceRoots: readonly string[];
  /** The name that it is installed by; null: not told. */
  readonly name: string | null;
}

/**
 * Where a project's modules begin, by files alone: the folders that pyproject.toml, setup.cfg and setup.py name, a `src` folder that
 * is no package itself, the project's own folder, and the folders of scripts that the report names, as Python puts them on the path.
 */
export async function findSourceRoots(folder: string, files: readonly string[]): Promise<ProjectFacts> {
  const pyproject = await readPyproject(join(folder, 'pyproject.toml'));
  const setupCfg = readSetupCfg((await readText(join(folder, 'setup.cfg'))) ?? '');
  const setupPy = readSetupPy((await readText(join(folder, 'setup.py'))) ?? '');
  const named = [...pyproject.roots, ...setupCfg.roots, ...setupPy.roots].map((one) => resolve(folder, one));
  const roots = new Set<string>();
  for (const one of named) if (isWithin(folder, one) && (await isFolder(one))) roots.add(one);
  if (await holdsModules(join(folder, 'src'))) roots.add(join(folder, 'src'));
  roots.add(folder);
  for (const one of await scriptFolders(folder, files)) roots.add(one);
  return { sourceRoots: [...roots], name: pyproject.name ?? setupCfg.name ?? setupPy.name };
}

interface Named {
  readonly roots: readonly string[];
  readonly name: string | null;
}

type Table = Readonly<Record<string, unknown>>;

async function readPyproject(path: string): Promise<Named> {
  const file = tableOf(await readToml(path));
  const tool = tableOf(file['tool']);
  const setuptools = tableOf(tool['setuptools']);
  const find = tableOf(tableOf(setuptools['packages'])['find']);
  const poetry = tableOf(tool['poetry']);
  const included = Array.isArray(poetry['packages']) ? poetry['packages'].map(tableOf) : [];
  const hatch = tableOf(tableOf(tableOf(tableOf(tool['hatch'])['build'])['targets'])['wheel']);
  return {
    roots: [
      ...textsOf(tableOf(setuptools['package-dir'])['']),
      ...textsOf(find['where']),
      ...included.flatMap((one) => textsOf(one['from'])),
      ...textsOf(hatch['packages']).map((one) => dirname(one)),
      ...textsOf(hatch['sources']),
      ...textsOf(tableOf(tableOf(tool['pdm'])['build'])['package-dir']),
    ],
    name: textsOf(tableOf(file['project'])['name'])[0] ?? textsOf(poetry['name'])[0] ?? null,
  };
}

/** `package_dir` of `[options]`, with the empty name in front of the sign, and `where` of `[options.packages.find]`. */
function readSetupCfg(text: string): Named {
  const section = (name: string): string =>
    new RegExp(`^\\[${name.replaceAll('.', '\\.')}\\]([\\s\\S]*?)(?=^\\[|(?![\\s\\S]))`, 'm').exec(text)?.[1] ?? '';
  const folders = /^package_dir\s*=((?:.*\n?)(?:[ \t]+.*\n?)*)/m.exec(section('options'))?.[1] ?? '';
  const where = /^where\s*=\s*(\S+)/m.exec(section('options.packages.find'))?.[1];
  const main = /(?:^|\n)\s*=\s*(\S+)/.exec(folders)?.[1];
  return {
    roots: [main, where].flatMap((one) => one ?? []),
    name: /^name\s*=\s*([\w.-]+)/m.exec(section('metadata'))?.[1] ?? null,
  };
}

/** Read and never run: `package_dir={'': 'src'}`, `find_packages('src')`, `find_packages(where='src')`. */
function readSetupPy(text: string): Named {
  const main = /package_dir\s*=\s*(?:\{|dict\()\s*(?:""|'')\s*:\s*["']([\w./-]{1,200})["']/.exec(text)?.[1];
  const where = /find_packages\(\s*(?:where\s*=\s*)?["']([\w./-]{1,200})["']/.exec(text)?.[1];
  return {
    roots: [main, where].flatMap((one) => one ?? []),
    name: /[(,]\s*name\s*=\s*["']([\w.-]{1,100})["']/.exec(text)?.[1] ?? null,
  };
}

/** Python puts the folder of a script on the path; a file in a package is no script. */
async function scriptFolders(folder: string, files: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const printed of files) {
    const parts = printed
      .replaceAll('\\', '/')
      .split('/')
      .filter((part) => part !== '' && part !== '.');
    if (parts.includes('..') || parts.some((part) => part === 'site-packages' || part === 'dist-packages')) continue;
    for (let from = 0; from < parts.length - 1; from += 1) {
      const file = join(folder, ...parts.slice(from));
      if (!(await isFile(file))) continue;
      const own = dirname(file);
      if (own !== folder && !found.includes(own) && !(await isFile(join(own, '__init__.py')))) found.push(own);
      break;
    }
    if (found.length >= MOST_SCRIPT_FOLDERS) break;
  }
  return found;
}

/** A package or a module right below it, and itself no package. */
async function holdsModules(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  if (entries.some(({ name }) => name === '__init__.py')) return false;
  for (const entry of entries) {
    if (entry.isFile() && entry.name.endsWith('.py')) return true;
    if (!entry.isDirectory()) continue;
    const inside = await readdir(join(folder, entry.name)).catch((): string[] => []);
    if (inside.some((name) => name.endsWith('.py'))) return true;
  }
  return false;
}

async function readToml(path: string): Promise<unknown> {
  try {
    return parse((await readText(path)) ?? '');
  } catch {
    return {};
  }
}

async function readText(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() && found.size <= MOST_BYTES ? readFile(path, 'utf8').catch(() => null) : null;
}

function tableOf(value: unknown): Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Table) : {};
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

function isWithin(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return inside === '' || (!inside.startsWith('..') && !inside.startsWith(sep));
}
