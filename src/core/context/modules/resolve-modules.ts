import type { IndexReader } from '../index/read-index';
import type { PieceAt } from '../index/segment';
import type { ImportStatement } from './read-imports';

/** Finds the files and the definitions that names of a project mean. Paths are relative to the project, with slashes. */
export interface ModuleResolver {
  /** The file of a module as it is imported in `from`, or null: it is not the project's, or a folder without a file. */
  readonly fileOf: (from: string, module: { readonly module: string; readonly level: number }) => string | null;
  /** The definition that a plain or dotted name means in a file, through imports and what they hand on. */
  readonly definitionOf: (from: string, name: string) => PieceAt | null;
  /** Files of the project that a file imports, each once. */
  readonly importsOf: (from: string) => readonly string[];
}

/** How far a name is followed through files that only hand it on. */
const MOST_STEPS = 6;
/** Folders below which sources lie without being packages themselves. */
const usualRoots = ['', 'src', 'lib', 'python', 'source', 'code'];

/** Follows relative imports, packages, `src` layouts and namespace packages (PEP 420). */
export function createModuleResolver(index: IndexReader): ModuleResolver {
  const files = new Set(index.paths.filter((path) => path.endsWith('.py')));
  const roots = sourceRoots(files);

  const fileAt = (folder: string, module: string): string | null => {
    const base = [folder, ...module.split('.')].filter((part) => part !== '').join('/');
    if (files.has(`${base}.py`)) return `${base}.py`;
    return files.has(`${base}/__init__.py`) ? `${base}/__init__.py` : null;
  };

  const fileOf: ModuleResolver['fileOf'] = (from, { module, level }) => {
    const own = from.split('/').slice(0, -1);
    if (level > 0) {
      if (level - 1 > own.length) return null;
      const folder = own.slice(0, own.length - (level - 1)).join('/');
      return module === ''
        ? files.has(join(folder, '__init__.py'))
          ? join(folder, '__init__.py')
          : null
        : fileAt(folder, module);
    }
    // A script finds what lies beside it before anything else.
    for (const root of [own.join('/'), ...roots]) {
      const found = fileAt(root, module);
      if (found !== null && found !== from) return found;
    }
    return null;
  };

  /** A submodule, where `from package import name` names one. */
  const submodule = (from: string, { module, level, name }: ImportStatement): string | null =>
    name === null || name === '*' ? null : fileOf(from, { module: module === '' ? name : `${module}.${name}`, level });

  const definitionOf = (from: string, name: string, steps = MOST_STEPS): PieceAt | null => {
    const found = index.fileOf(from);
    if (!found || steps === 0) return null;
    const own = found.pieces.find((at) => index.piece(at).name === name);
    if (own) return own;
    const [head = '', ...rest] = name.split('.');
    for (const statement of found.file.imports) {
      if (statement.as === '*') {
        const file = fileOf(from, statement);
        const inner = file === null ? null : definitionOf(file, name, steps - 1);
        if (inner) return inner;
        continue;
      }
      if (statement.as !== head) continue;
      const next = followed(from, statement, rest);
      const inner = next === null ? null : definitionOf(next.file, next.name, steps - 1);
      if (inner) return inner;
    }
    return null;
  };

  /** Where an imported name goes on: the file, and what is left of the name in it. */
  const followed = (from: string, statement: ImportStatement, rest: readonly string[]) => {
    const { module, level, name } = statement;
    if (name !== null) {
      const inner = submodule(from, statement);
      if (inner !== null && rest.length > 0) return { file: inner, name: rest.join('.') };
      const file = fileOf(from, { module, level });
      return file === null ? null : { file, name: [name, ...rest].join('.') };
    }
    // `import a.b` binds `a`: the longest part of the name that is a module is taken.
    const full = [...(statement.as === module.split('.')[0] ? [statement.as] : module.split('.')), ...rest];
    for (let length = full.length - 1; length > 0; length -= 1) {
      const file = fileOf(from, { module: full.slice(0, length).join('.'), level: 0 });
      if (file !== null) return { file, name: full.slice(length).join('.') };
    }
    return null;
  };

  return {
    fileOf,
    definitionOf: (from, name) => definitionOf(from, name),
    importsOf: (from) => {
      const statements = index.fileOf(from)?.file.imports ?? [];
      const found = statements.flatMap((statement) => submodule(from, statement) ?? fileOf(from, statement) ?? []);
      return [...new Set(found)].filter((path) => path !== from);
    },
  };
}

/** Folders from which modules are imported: those above packages, the usual ones, and those of loose scripts. */
function sourceRoots(files: ReadonlySet<string>): readonly string[] {
  const roots = new Set(usualRoots);
  for (const file of files) {
    let folder = file.split('/').slice(0, -1).join('/');
    if (!files.has(join(folder, '__init__.py'))) continue;
    while (folder !== '' && files.has(join(folder, '__init__.py'))) folder = folder.split('/').slice(0, -1).join('/');
    roots.add(folder);
  }
  return [...roots];
}

function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
