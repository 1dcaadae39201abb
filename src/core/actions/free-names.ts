import type { SyntaxNode } from '../ports/python-parser';
import { pythonBuiltins } from './python-builtins';

/** A place where a name is read. `deferred`: inside a function, so not when the line itself is reached. */
export interface NameUse {
  readonly node: SyntaxNode;
  readonly deferred: boolean;
}

/** What a script reads and binds, scope by scope. */
export interface NameTable {
  /** Reads that no scope of the script and no builtin answers, by name, in the order of the text. */
  readonly free: ReadonlyMap<string, readonly NameUse[]>;
  /** Reads of a name of the module, bound or not, in the order of the text. */
  readonly readsOf: (name: string) => readonly NameUse[];
  /** Reads of a parameter in its function. */
  readonly readsOfParameter: (definition: SyntaxNode, name: string) => readonly NameUse[];
  /** Reads of the module's own code that come before the first binding of their name. */
  readonly early: ReadonlyMap<string, readonly NameUse[]>;
  /** Names that the module binds. */
  readonly bound: ReadonlySet<string>;
  /** A star import may bind anything. */
  readonly star: boolean;
}

interface Scope {
  readonly kind: 'module' | 'function' | 'class' | 'comprehension';
  readonly parent: Scope | null;
  /** Start of the defining node; -1 for the module. */
  readonly at: number;
  /** Name to the index from which on it is bound, at the earliest. */
  readonly bound: Map<string, number>;
  readonly global: Set<string>;
}

interface Visit {
  readonly node: SyntaxNode;
  readonly scope: Scope;
  readonly deferred: boolean;
  /** Set inside a pattern that binds: the index from which the names count. */
  readonly binds: number | null;
}

const comprehensions: ReadonlySet<string> = new Set([
  'list_comprehension',
  'set_comprehension',
  'dictionary_comprehension',
  'generator_expression',
]);

function child(kind: Scope['kind'], parent: Scope, at: number): Scope {
  return { kind, parent, at, bound: new Map(), global: new Set() };
}

function moduleOf(scope: Scope): Scope {
  return scope.parent ? moduleOf(scope.parent) : scope;
}

function bind(scope: Scope, name: string, from: number): void {
  const target = scope.global.has(name) ? moduleOf(scope) : scope;
  const before = target.bound.get(name);
  if (before === undefined || before > from) target.bound.set(name, from);
}

function same(a: SyntaxNode | null, b: SyntaxNode): boolean {
  return a !== null && a.startIndex === b.startIndex && a.endIndex === b.endIndex;
}

function importedNames(node: SyntaxNode): readonly string[] {
  const module = node.type === 'import_from_statement' ? node.childForField('module_name') : null;
  return node.namedChildren
    .filter((part) => !same(module, part))
    .map((part) =>
      part.type === 'aliased_import' ? (part.childForField('alias')?.text ?? '') : (part.text.split('.')[0] ?? ''),
    );
}

function parameterName(node: SyntaxNode): string | null {
  if (node.type === 'identifier') return node.text;
  if (['default_parameter', 'typed_default_parameter'].includes(node.type)) {
    return node.childForField('name')?.text ?? null;
  }
  if (['typed_parameter', 'list_splat_pattern', 'dictionary_splat_pattern'].includes(node.type)) {
    return /[A-Za-z_]\w*/.exec(node.text)?.[0] ?? null;
  }
  return null;
}

/** What to look at below a node, and what the node itself binds. */
function below(visit: Visit, onStar: () => void): readonly Visit[] {
  const { node, scope, deferred } = visit;
  const plain = (part: SyntaxNode | null, change: Partial<Visit> = {}): readonly Visit[] =>
    part ? [{ node: part, scope, deferred, binds: null, ...change }] : [];
  switch (node.type) {
    case 'import_statement':
    case 'import_from_statement':
      if (node.namedChildren.some(({ type }) => type === 'wildcard_import')) onStar();
      for (const name of importedNames(node)) bind(scope, name, node.endIndex);
      return [];
    case 'future_import_statement':
      return [];
    case 'function_definition':
    case 'lambda': {
      const inner = child('function', scope, node.startIndex);
      const name = node.childForField('name');
      if (name) bind(scope, name.text, node.endIndex);
      const parameters = node.childForField('parameters')?.namedChildren ?? [];
      for (const parameter of parameters) {
        const bound = parameterName(parameter);
        if (bound !== null) bind(inner, bound, 0);
      }
      return [
        ...parameters.flatMap((parameter) => [
          ...plain(parameter.childForField('value')),
          ...plain(parameter.childForField('type')),
        ]),
        ...plain(node.childForField('return_type')),
        ...plain(node.childForField('body'), { scope: inner, deferred: true }),
      ];
    }
    case 'class_definition': {
      const name = node.childForField('name');
      if (name) bind(scope, name.text, node.endIndex);
      return [
        ...plain(node.childForField('superclasses')),
        ...plain(node.childForField('body'), { scope: child('class', scope, node.startIndex) }),
      ];
    }
    case 'assignment':
      return [
        ...plain(node.childForField('left'), { binds: node.endIndex }),
        ...plain(node.childForField('type')),
        ...plain(node.childForField('right')),
      ];
    case 'for_statement':
    case 'for_in_clause': {
      const left = node.childForField('left');
      return node.namedChildren.flatMap((part) =>
        same(left, part) ? plain(part, { binds: part.endIndex }) : plain(part),
      );
    }
    case 'named_expression':
      return [
        ...plain(node.childForField('name'), { binds: node.endIndex, scope: outOfComprehension(scope) }),
        ...plain(node.childForField('value')),
      ];
    case 'as_pattern_target':
    case 'case_pattern':
      return node.namedChildren.flatMap((part) => plain(part, { binds: part.endIndex }));
    case 'global_statement':
      for (const name of node.namedChildren) scope.global.add(name.text);
      return [];
    case 'nonlocal_statement':
    case 'dotted_name':
    case 'ERROR':
      return [];
    case 'keyword_argument':
      return plain(node.childForField('value'));
    case 'attribute':
      return plain(node.childForField('object'));
    case 'call':
    case 'subscript':
      return node.namedChildren.flatMap((part) => plain(part));
    default: {
      const inner = comprehensions.has(node.type) ? child('comprehension', scope, node.startIndex) : scope;
      return node.namedChildren.flatMap((part) => plain(part, { scope: inner, binds: visit.binds }));
    }
  }
}

function outOfComprehension(scope: Scope): Scope {
  return scope.kind === 'comprehension' && scope.parent ? outOfComprehension(scope.parent) : scope;
}

function ownerOf(name: string, from: Scope): Scope | null {
  for (let scope: Scope | null = from; scope; scope = scope.parent) {
    // The names of a class are seen in its own body alone.
    if (scope.kind === 'class' && scope !== from) continue;
    if (scope.bound.has(name) && !(scope.global.has(name) && scope.parent)) return scope;
  }
  return null;
}

function push(map: Map<string, NameUse[]>, name: string, use: NameUse): void {
  const uses = map.get(name);
  if (uses) uses.push(use);
  else map.set(name, [use]);
}

/** Reads a script's names with Python's scopes. Broken parts of the tree are left aside. */
export function readNames(root: SyntaxNode): NameTable {
  const module: Scope = { kind: 'module', parent: null, at: -1, bound: new Map(), global: new Set() };
  const uses: { readonly use: NameUse; readonly scope: Scope }[] = [];
  let star = false;
  const stack: Visit[] = [{ node: root, scope: module, deferred: false, binds: null }];
  for (let visit = stack.pop(); visit; visit = stack.pop()) {
    const { node, scope, deferred, binds } = visit;
    if (node.type === 'identifier') {
      if (binds === null) uses.push({ use: { node, deferred }, scope });
      else bind(scope, node.text, binds);
      continue;
    }
    const next = below(visit, () => (star = true));
    for (let index = next.length - 1; index >= 0; index -= 1) {
      const item = next[index];
      if (item) stack.push(item);
    }
  }
  const free = new Map<string, NameUse[]>();
  const early = new Map<string, NameUse[]>();
  const reads = new Map<string, NameUse[]>();
  uses.sort((a, b) => a.use.node.startIndex - b.use.node.startIndex);
  for (const { use, scope } of uses) {
    const name = use.node.text;
    const owner = ownerOf(name, scope);
    push(reads, owner === null ? ':-1:' + name : `:${owner.at}:${name}`, use);
    if (owner === null && !pythonBuiltins.has(name)) push(free, name, use);
    if (owner === module && !use.deferred && use.node.startIndex < (module.bound.get(name) ?? 0)) {
      push(early, name, use);
    }
  }
  return {
    free,
    early,
    readsOf: (name) => reads.get(`:-1:${name}`) ?? [],
    readsOfParameter: (definition, name) => reads.get(`:${definition.startIndex}:${name}`) ?? [],
    bound: new Set(module.bound.keys()),
    star,
  };
}
