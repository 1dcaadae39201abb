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
      case 'assignment':
      case 'augmented_assignment':
      case 'for_statement':
      case 'for_in_clause':
        addTargets(node.childForField('left'), variables);
        return true;
      case 'as_pattern_target':
        addTargets(node.namedChildren[0] ?? null, variables);
        return true;
      case 'parameters':
      case 'lambda_parameters':
        for (const parameter of node.namedChildren) {
          addTargets(
            parameter.type === 'identifier' ? parameter : (parameter.childForField('name') ?? null),
            variables,
          );
        }
        return true;
      default:
        return true;
    }
  });
  return { imports, variables };
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
