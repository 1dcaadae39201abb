import type { SyntaxNode } from '../ports/python-parser';
import { walk } from './syntax-walk';

/** What the names of a text stand for, as far as comparing needs it. */
export interface ScopeNames {
  /** Full dotted name of what an import binds: `nn` gives `torch.nn`. */
  readonly imports: ReadonlyMap<string, string>;
  /** Names that the text itself binds to values: the ones that may be renamed. */
  readonly variables: ReadonlySet<string>;
}

/** Collects imports and variables. Functions and classes keep their names: another body is another thing. */
export function scopeNames(tree: SyntaxNode): ScopeNames {
  const imports = new Map<string, string>();
  const variables = new Set<string>();
  walk(tree, (node) => {
    switch (node.type) {
      case 'import_statement':
        for (const part of node.namedChildren) bindModule(part, imports);
        return false;
      case 'import_from_statement':
        bindFrom(node, imports);
        return false;
      default:
        for (const target of targetsOf(node)) addTargets(target, variables);
        return true;
    }
  });
  return { imports, variables };
}

/** A name that stands for a variable in both texts is none that was renamed. */
export function kept(ours: ScopeNames, theirs: ScopeNames): ReadonlyMap<string, string> {
  return new Map([...ours.variables].filter((name) => theirs.variables.has(name)).map((name) => [name, name]));
}

const dotted = /^[^\W\d]\w*(?:\.[^\W\d]\w*)+$/u;

/** `layers = tf.keras.layers` binds a name as an import does, where nothing else binds it. */
export function withAliases(names: ScopeNames, tree: SyntaxNode): ScopeNames {
  const bindings = new Map<string, (string | null)[]>();
  walk(tree, (node) => {
    const value = node.type === 'assignment' ? (node.childForField('right')?.text.replace(/\s/g, '') ?? null) : null;
    const bound = new Set<string>();
    for (const target of targetsOf(node)) addTargets(target, bound);
    for (const name of bound) bindings.set(name, [...(bindings.get(name) ?? []), value]);
    return true;
  });
  const aliases = new Map(names.imports);
  for (const [name, [value, ...more]] of bindings) {
    if (typeof value !== 'string' || more.length > 0 || !dotted.test(value) || aliases.has(name)) continue;
    const [root = '', ...rest] = value.split('.');
    const module = names.imports.get(root);
    if (module !== undefined) aliases.set(name, [module, ...rest].join('.'));
  }
  const isAlias = (name: string): boolean => aliases.has(name) && !names.imports.has(name);
  return { imports: aliases, variables: new Set([...names.variables].filter((name) => !isAlias(name))) };
}

/** What a node binds by itself, imports left aside. */
function targetsOf(node: SyntaxNode): readonly (SyntaxNode | null)[] {
  switch (node.type) {
    case 'assignment':
    case 'augmented_assignment':
    case 'for_statement':
    case 'for_in_clause':
      return [node.childForField('left')];
    case 'as_pattern_target':
      return [node.namedChildren[0] ?? null];
    case 'parameters':
    case 'lambda_parameters':
      return node.namedChildren.map((parameter) =>
        parameter.type === 'identifier' ? parameter : parameter.childForField('name'),
      );
    default:
      return [];
  }
}

function bindModule(part: SyntaxNode, imports: Map<string, string>): void {
  if (part.type === 'aliased_import') {
    imports.set(part.childForField('alias')?.text ?? '', part.childForField('name')?.text ?? '');
  } else {
    const root = part.text.split('.')[0] ?? part.text;
    imports.set(root, root);
  }
}

function bindFrom(node: SyntaxNode, imports: Map<string, string>): void {
  const module = node.childForField('module_name')?.text ?? '';
  for (const part of node.namedChildren.slice(1)) {
    const name = part.type === 'aliased_import' ? (part.childForField('name')?.text ?? '') : part.text;
    const bound = part.type === 'aliased_import' ? (part.childForField('alias')?.text ?? '') : part.text;
    imports.set(bound, `${module}.${name}`);
  }
}

function addTargets(target: SyntaxNode | null, variables: Set<string>): void {
  if (!target) return;
  if (target.type === 'identifier') variables.add(target.text);
  else if (/pattern|list|tuple/.test(target.type))
    for (const child of target.namedChildren) addTargets(child, variables);
}
