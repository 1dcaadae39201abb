import type { SyntaxNode } from '../../ports/python-parser';
import { calledName, rootName, walk } from '../syntax-walk';

/** One way in which a name of the script gets its value. */
export interface Definition {
  /** Where the value comes from: the right side, the iterable, the body of a function. */
  readonly from: SyntaxNode;
  /** The statement as a whole. */
  readonly statement: SyntaxNode;
  /** `+=` and the like, and calls that change what the name holds. */
  readonly changes: boolean;
}

const changing = /^(?:append|extend|add|insert|update|put|push|setdefault|fill_|copy_|add_|zero_|write)$/;

/** All definitions of all names, by name. Scopes are not told apart: a name stands for all that it may hold. */
export function definitionsOf(tree: SyntaxNode): ReadonlyMap<string, readonly Definition[]> {
  const found = new Map<string, Definition[]>();
  const add = (target: SyntaxNode | null, definition: Definition): void => {
    for (const name of targetNames(target)) found.set(name, [...(found.get(name) ?? []), definition]);
  };
  walk(tree, (node) => {
    switch (node.type) {
      case 'assignment':
      case 'augmented_assignment': {
        const right = node.childForField('right');
        const changes = node.type === 'augmented_assignment';
        if (right) add(node.childForField('left'), { from: right, statement: node, changes });
        return true;
      }
      case 'named_expression': {
        const value = node.childForField('value');
        if (value) add(node.childForField('name'), { from: value, statement: node, changes: false });
        return true;
      }
      case 'for_statement':
      case 'for_in_clause': {
        const right = node.childForField('right');
        if (right) add(node.childForField('left'), { from: right, statement: node, changes: false });
        return true;
      }
      case 'as_pattern': {
        const [value, target] = node.namedChildren;
        if (value) add(target?.namedChildren[0] ?? target ?? null, { from: value, statement: node, changes: false });
        return true;
      }
      case 'function_definition':
      case 'class_definition':
        add(node.childForField('name'), { from: node, statement: node, changes: false });
        return true;
      case 'call': {
        const object = node.childForField('function')?.childForField('object') ?? null;
        const name = calledName(node);
        if (object && name && changing.test(name)) add(object, { from: node, statement: node, changes: true });
        return true;
      }
      default:
        return true;
    }
  });
  return found;
}

function targetNames(target: SyntaxNode | null): readonly string[] {
  if (!target) return [];
  if (target.type === 'identifier') return [target.text];
  if (target.type === 'attribute' || target.type === 'subscript') {
    const root = rootName(target);
    return root === null ? [] : [root];
  }
  return /pattern|list|tuple|parenthesized/.test(target.type) ? target.namedChildren.flatMap(targetNames) : [];
}

/** Names that a piece of code reads. Names of keywords and of attributes are none. */
export function namesRead(node: SyntaxNode): ReadonlySet<string> {
  const found = new Set<string>();
  walk(node, (child) => {
    if (child.type === 'attribute') {
      const object = child.childForField('object');
      if (object) for (const name of namesRead(object)) found.add(name);
      return false;
    }
    if (child.type === 'keyword_argument') {
      const value = child.childForField('value');
      if (value) for (const name of namesRead(value)) found.add(name);
      return false;
    }
    if (child.type === 'identifier') found.add(child.text);
    return true;
  });
  return found;
}
