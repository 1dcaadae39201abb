import type { SyntaxNode } from '../ports/python-parser';

/** Calls the visitor for a node and all below it, in the order of the text. */
export function walk(node: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  const stack: SyntaxNode[] = [node];
  for (let current = stack.pop(); current; current = stack.pop()) {
    visit(current);
    const { children } = current;
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index];
      if (child) stack.push(child);
    }
  }
}

/** A module that a script imports, with the names taken from it. `row` counts from 0. */
export interface ImportedModule {
  readonly module: string;
  readonly names: readonly string[];
  readonly row: number;
}

function dottedNames(node: SyntaxNode): readonly string[] {
  return node.namedChildren.flatMap((child) => {
    if (child.type === 'dotted_name') return [child.text];
    if (child.type === 'aliased_import') return [child.childForField('name')?.text ?? ''];
    return [];
  });
}

/** All absolute imports of a script, also those inside functions. Relative ones belong to a project. */
export function importedModules(root: SyntaxNode): readonly ImportedModule[] {
  const found: ImportedModule[] = [];
  walk(root, (node) => {
    const row = node.startPosition.row;
    if (node.type === 'import_statement') {
      for (const module of dottedNames(node)) found.push({ module, names: [], row });
    } else if (node.type === 'import_from_statement') {
      const module = node.childForField('module_name');
      if (module?.type !== 'dotted_name') return;
      const names = dottedNames(node).filter((_, index) => index > 0);
      found.push({ module: module.text, names, row });
    }
  });
  return found;
}

/** Names that the pattern of an assignment, a loop or a `with` binds. */
function patternNames(node: SyntaxNode | null): readonly string[] {
  if (!node) return [];
  if (node.type === 'identifier') return [node.text];
  if (['attribute', 'subscript', 'call'].includes(node.type)) return [];
  return node.namedChildren.flatMap(patternNames);
}

function boundBy(node: SyntaxNode): readonly string[] {
  switch (node.type) {
    case 'assignment':
    case 'augmented_assignment':
    case 'for_statement':
    case 'for_in_clause':
      return patternNames(node.childForField('left'));
    case 'named_expression':
    case 'function_definition':
    case 'class_definition':
      return patternNames(node.childForField('name'));
    case 'as_pattern_target':
    case 'global_statement':
    case 'nonlocal_statement':
    case 'delete_statement':
      return node.type === 'delete_statement' ? [] : node.namedChildren.flatMap(patternNames);
    case 'except_clause':
      return [];
    case 'parameters':
    case 'lambda_parameters':
      return node.namedChildren.flatMap((child) =>
        child.type === 'identifier'
          ? [child.text]
          : patternNames(child.childForField('name') ?? child.namedChildren[0] ?? null),
      );
    case 'import_statement':
    case 'import_from_statement':
      return node.namedChildren
        .filter((_, index) => node.type === 'import_statement' || index > 0)
        .map((child) =>
          child.type === 'aliased_import'
            ? (child.childForField('alias')?.text ?? '')
            : (child.text.split('.')[0] ?? ''),
        );
    default:
      return [];
  }
}

function isUse(node: SyntaxNode): boolean {
  const parent = node.parent;
  if (!parent) return false;
  if (parent.type === 'attribute') return parent.childForField('object')?.startIndex === node.startIndex;
  if (parent.type === 'keyword_argument') return parent.childForField('name')?.startIndex !== node.startIndex;
  return !['dotted_name', 'aliased_import', 'global_statement', 'nonlocal_statement'].includes(parent.type);
}

/** A name that is used and that nothing in the script binds. `attributes` are those read from it; `called`: it is called. */
export interface UnboundName {
  readonly name: string;
  readonly attributes: readonly string[];
  readonly called: boolean;
}

/**
 * Names that a script reads and nowhere binds, in the order of their first use, builtins included. Scopes are not told
 * apart: a name bound anywhere counts as bound, so what is given is surely missing. A star import ends all certainty,
 * and gives none.
 */
export function unboundNames(root: SyntaxNode): readonly UnboundName[] {
  const bound = new Set<string>();
  const used = new Map<string, { attributes: Set<string>; called: boolean }>();
  let star = false;
  walk(root, (node) => {
    if (node.type === 'wildcard_import') star = true;
    for (const name of boundBy(node)) bound.add(name);
    if (node.type !== 'identifier' || !isUse(node)) return;
    const use = used.get(node.text) ?? { attributes: new Set<string>(), called: false };
    if (node.parent?.type === 'attribute') {
      const attribute = node.parent.childForField('attribute');
      if (attribute) use.attributes.add(attribute.text);
    }
    if (node.parent?.type === 'call' && node.parent.childForField('function')?.startIndex === node.startIndex) {
      use.called = true;
    }
    used.set(node.text, use);
  });
  if (star) return [];
  return [...used]
    .filter(([name]) => !bound.has(name))
    .map(([name, use]) => ({ name, attributes: [...use.attributes], called: use.called }));
}
