import type { PythonParser, SyntaxNode } from '../ports/python-parser';
import { calledName, walk } from '../verify/syntax-walk';

/** One call of a script. */
export interface CallFact {
  readonly node: SyntaxNode;
  /** Last name of what is called: `Adam` of `torch.optim.Adam(...)`. */
  readonly name: string;
  /** What stands before the last dot, as text: `torch.optim`. Empty: nothing. */
  readonly owner: string;
  readonly positional: readonly SyntaxNode[];
  /** Values of the named arguments. */
  readonly named: ReadonlyMap<string, SyntaxNode>;
}

/** One plain assignment `name = value` or `name += value`. */
export interface AssignmentFact {
  readonly node: SyntaxNode;
  readonly name: string;
  readonly value: SyntaxNode;
  readonly augmented: boolean;
}

/** What the rules of controls and of logging look at: a script's tree with its calls and assignments in their order. */
export interface CodeFacts {
  readonly text: string;
  readonly tree: SyntaxNode;
  readonly calls: readonly CallFact[];
  readonly assignments: readonly AssignmentFact[];
  readonly framework: 'torch' | 'keras' | 'sklearn' | null;
}

/** Reads the facts once; a text of any length, in time linear in it. */
export function readCode(text: string, parser: PythonParser): CodeFacts {
  const tree = parser.parse(text);
  const calls: CallFact[] = [];
  const assignments: AssignmentFact[] = [];
  walk(tree, (node) => {
    if (node.type === 'call') {
      const name = calledName(node);
      if (name !== null) calls.push(toCall(node, name));
    }
    if (node.type === 'assignment' || node.type === 'augmented_assignment') {
      const left = node.childForField('left');
      const value = node.childForField('right');
      if (left?.type === 'identifier' && value)
        assignments.push({ node, name: left.text, value, augmented: node.type === 'augmented_assignment' });
    }
    return true;
  });
  return { text, tree, calls, assignments, framework: frameworkOf(text) };
}

function toCall(node: SyntaxNode, name: string): CallFact {
  const named = new Map<string, SyntaxNode>();
  const positional: SyntaxNode[] = [];
  for (const child of node.childForField('arguments')?.namedChildren ?? []) {
    if (child.type === 'keyword_argument') {
      const key = child.childForField('name');
      const value = child.childForField('value');
      if (key && value) named.set(key.text, value);
    } else if (child.type !== 'comment') positional.push(child);
  }
  return { node, name, owner: node.childForField('function')?.childForField('object')?.text ?? '', positional, named };
}

function frameworkOf(text: string): CodeFacts['framework'] {
  const imports = text.match(/^[ \t]*(?:import|from)[ \t]+[\w.]+/gm)?.join('\n') ?? '';
  if (/\btorch|\bpytorch_lightning|\blightning/.test(imports)) return 'torch';
  if (/\b(?:keras|tensorflow)/.test(imports)) return 'keras';
  return /\bsklearn/.test(imports) ? 'sklearn' : null;
}

/** An argument by its name or its place. */
export function argumentOf(call: CallFact, name: string, position: number): SyntaxNode | null {
  return call.named.get(name) ?? call.positional[position] ?? null;
}

/** The simple statement that a node stands in: the child of a block or of the module. */
export function statementOf(node: SyntaxNode): SyntaxNode {
  let current = node;
  while (current.parent && current.parent.type !== 'block' && current.parent.type !== 'module')
    current = current.parent;
  return current;
}

/** The innermost loop around a node within its function; null: none. */
export function loopAround(node: SyntaxNode): SyntaxNode | null {
  for (let current = node.parent; current; current = current.parent) {
    if (current.type === 'for_statement' || current.type === 'while_statement') return current;
    if (current.type === 'function_definition' || current.type === 'class_definition') return null;
  }
  return null;
}

/** The outermost loop around a node within its function; null: none. */
export function outerLoop(node: SyntaxNode): SyntaxNode | null {
  let found: SyntaxNode | null = null;
  for (let loop = loopAround(node); loop; loop = loopAround(loop)) found = loop;
  return found;
}

/** Whether one node lies inside another. */
export function isInside(inner: SyntaxNode, outer: SyntaxNode): boolean {
  return inner.startIndex >= outer.startIndex && inner.endIndex <= outer.endIndex;
}

/** The function definition around a node; null: module level. */
export function functionAround(node: SyntaxNode): SyntaxNode | null {
  for (let current = node.parent; current; current = current.parent) {
    if (current.type === 'function_definition') return current;
  }
  return null;
}
