import type { SyntaxNode } from '../ports/python-parser';

/** Visits a tree from the top, without recursion, so that deep code costs no stack. `enter` returns false to skip what is below. */
export function walk(root: SyntaxNode, enter: (node: SyntaxNode) => boolean | void): void {
  const pending: SyntaxNode[] = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (enter(node) === false) continue;
    for (let at = node.children.length - 1; at >= 0; at--) {
      const child = node.children[at];
      if (child) pending.push(child);
    }
  }
}

/** The last name of what is called: `torch.nn.functional.relu(x)` gives `relu`. Null: it has no name. */
export function calledName(call: SyntaxNode): string | null {
  const callee = call.childForField('function');
  if (callee?.type === 'identifier') return callee.text;
  if (callee?.type === 'attribute') return callee.childForField('attribute')?.text ?? null;
  return null;
}

/** The first name of a dotted one: `torch.nn.Linear` gives `torch`. */
export function rootName(node: SyntaxNode | null): string | null {
  let current = node;
  while (current && (current.type === 'attribute' || current.type === 'subscript' || current.type === 'call')) {
    current = current.childForField('object') ?? current.childForField('value') ?? current.childForField('function');
  }
  return current?.type === 'identifier' ? current.text : null;
}
