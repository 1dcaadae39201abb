import type { SyntaxNode, PythonParser } from '../ports/python-parser';
import type { IndexReader } from './index/read-index';
import { readImports, type ImportStatement } from './modules/read-imports';
import type { ModuleResolver } from './modules/resolve-modules';

/** Code of the project that gives a name its meaning. `name` null: an import that such code needs. */
export interface TakenDefinition {
  readonly name: string | null;
  readonly file: string;
  /** From 1. */
  readonly firstLine: number;
  readonly lines: readonly string[];
}

/** More would be the project itself. */
const MOST_LINES = 400;
const MOST_DEFINITIONS = 12;

interface Source {
  readonly root: SyntaxNode;
  readonly lines: readonly string[];
  readonly imports: readonly ImportStatement[];
  /** Statements of the module that bind a name, by it. */
  readonly bindings: ReadonlyMap<string, SyntaxNode>;
}

/**
 * Takes definitions of names out of a project, with what they need of it in turn and the imports of other packages, in the
 * order in which they rest on each other. Empty where the project defines none of the names, or they would drag in too much.
 */
export function takeDefinitions(options: {
  readonly names: readonly string[];
  /** Files in which to look for a name, the likeliest first. */
  readonly filesOf: (name: string) => readonly string[];
  readonly textOf: (file: string) => string | null;
  readonly parser: PythonParser;
  readonly resolver: Pick<ModuleResolver, 'fileOf'>;
  /** Names that a text reads and does not bind. */
  readonly freeNames: (text: string) => readonly string[];
}): readonly TakenDefinition[] {
  const { parser, resolver, textOf, freeNames } = options;
  const sources = new Map<string, Source | null>();
  const taken: TakenDefinition[] = [];
  const seen = new Set<string>();

  const open = (file: string): Source | null => {
    const known = sources.get(file);
    if (known !== undefined) return known;
    const text = textOf(file);
    const source = text === null ? null : toSource(text, parser);
    sources.set(file, source);
    return source;
  };

  /** Whether the name was found. What it needs comes before it. */
  const take = (file: string, name: string): boolean => {
    const key = `${file}::${name}`;
    if (seen.has(key)) return true;
    const source = open(file);
    const node = source?.bindings.get(name);
    if (!source || !node) return false;
    seen.add(key);
    if (seen.size > MOST_DEFINITIONS) return true;
    const lines = source.lines.slice(node.startPosition.row, node.endPosition.row + 1);
    for (const needed of freeNames(lines.join('\n'))) {
      if (!take(file, needed)) follow(file, source, needed);
    }
    taken.push({ name, file, firstLine: node.startPosition.row + 1, lines });
    return true;
  };

  const follow = (file: string, source: Source, name: string): void => {
    const statement = source.imports.find(({ as }) => as === name);
    if (!statement) return;
    const inner = resolver.fileOf(file, statement);
    if (inner !== null) {
      // Under another name it would need a line that stands nowhere.
      if (statement.name === name) take(inner, name);
      return;
    }
    if (statement.level > 0 || seen.has(`import ${name}`)) return;
    seen.add(`import ${name}`);
    taken.push({ name: null, file, firstLine: 1, lines: [importLine(statement)] });
  };

  for (const name of options.names) options.filesOf(name).some((file) => take(file, name));
  const lines = taken.reduce((sum, item) => sum + item.lines.length, 0);
  const isWanted = taken.some(({ name }) => name !== null);
  return isWanted && lines <= MOST_LINES && seen.size <= MOST_DEFINITIONS * 3 ? taken : [];
}

/** Files of the project that define a function or a class of this name, sources before tests. */
export function filesDefining(index: IndexReader, name: string, preferred: readonly string[]): readonly string[] {
  const files = new Map<string, number>();
  index.eachPlace(`n:${name.toLowerCase()}`, (number) => {
    const piece = index.piece(index.at(number));
    if (piece.name !== name || (piece.kind !== 'function' && piece.kind !== 'class')) return;
    const place = preferred.indexOf(piece.path);
    files.set(piece.path, (place < 0 ? 100 : place) + (piece.role === 'source' ? 0 : 1_000));
  });
  return [...files].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1)).map(([path]) => path);
}

function toSource(text: string, parser: PythonParser): Source {
  const root = parser.parse(text);
  const bindings = new Map<string, SyntaxNode>();
  for (const node of root.namedChildren) {
    const name = boundName(node);
    if (name !== null && !node.hasError) bindings.set(name, node);
  }
  return { root, lines: text.split('\n'), imports: readImports(root), bindings };
}

/** The name that a statement of a module binds: of a definition, or of a plain assignment. */
function boundName(node: SyntaxNode): string | null {
  const definition = node.type === 'decorated_definition' ? node.childForField('definition') : node;
  if (definition?.type === 'class_definition' || definition?.type === 'function_definition') {
    return definition.childForField('name')?.text ?? null;
  }
  const inner = node.type === 'expression_statement' ? node.namedChildren[0] : undefined;
  const left = inner?.type === 'assignment' ? inner.childForField('left') : null;
  return left?.type === 'identifier' ? left.text : null;
}

function importLine({ module, name, as }: ImportStatement): string {
  if (name === null)
    return module === as || module.split('.')[0] === as ? `import ${module}` : `import ${module} as ${as}`;
  return name === as ? `from ${module} import ${name}` : `from ${module} import ${name} as ${as}`;
}
