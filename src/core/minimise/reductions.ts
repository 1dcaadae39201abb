import type { PythonParser, SyntaxNode } from '../ports/python-parser';
import { walk } from '../actions/syntax-names';

/** A shorter script that may still show the same. Candidates of a pass are ordered; `order` says where in the pass one stands. */
export interface Reduction {
  readonly order: readonly number[];
  readonly text: string;
}

/** All candidates of one kind for a text, as if none before had held. The parser tells the syntax; broken candidates are left out later. */
export type ReductionPass = (text: string, parser: PythonParser) => readonly Reduction[];

/** Statements go in runs of halves, outer blocks first and from the end, so that what depends on others goes before them. */
export const dropStatements: ReductionPass = (text, parser) =>
  blocksOf(parser.parse(text)).flatMap((block, blockIndex) => {
    const { statements } = block;
    const found: Reduction[] = [];
    for (let size = statements.length; size >= 1; size = size === 1 ? 0 : Math.floor(size / 2)) {
      for (let at = statements.length - size; at >= 0; at -= size) {
        const order = [blockIndex, -size, -at];
        const cut = withoutStatements(text, block, at, size);
        if (cut !== null) found.push({ order, text: cut });
      }
    }
    return found;
  });

/** A compound statement gives way to what it holds: `if`, `with`, `try`, a loop, a main guard. */
export const unwrapBlocks: ReductionPass = (text, parser) => {
  const found: Reduction[] = [];
  walk(parser.parse(text), (node) => {
    if (!/^(?:if|with|for|while|try)_statement$/.test(node.type)) return;
    const body = node.childForField('body') ?? node.namedChildren.find(({ type }) => type === 'block');
    if (!body || body.startPosition.row === node.startPosition.row) return;
    found.push({
      order: [node.startIndex],
      text: text.slice(0, lineStart(text, node.startIndex)) + dedented(text, node, body) + text.slice(node.endIndex),
    });
  });
  return found;
};

/** A function that one statement alone calls, and that with nothing, gives way to its body; the call goes. */
export const unwrapFunctions: ReductionPass = (text, parser) => {
  const root = parser.parse(text);
  const named = new Map<string, SyntaxNode[]>();
  walk(root, (node) => {
    if (node.type === 'identifier') named.set(node.text, [...(named.get(node.text) ?? []), node]);
  });
  const found: Reduction[] = [];
  walk(root, (node) => {
    const [name, body] = [node.childForField('name'), node.childForField('body')];
    if (node.type !== 'function_definition' || !name || !body) return;
    if (node.parent?.type === 'decorated_definition' || body.startPosition.row === node.startPosition.row) return;
    const [use, ...others] = (named.get(name.text) ?? []).filter(({ startIndex }) => startIndex !== name.startIndex);
    const call = use?.parent;
    const statement = call?.parent;
    if (others.length > 0 || call?.type !== 'call' || statement?.type !== 'expression_statement') return;
    if (statement.startIndex < node.endIndex || (call.childForField('arguments')?.namedChildren.length ?? 1) > 0)
      return;
    const [start, end] = [lineStart(text, statement.startIndex), text.indexOf('\n', statement.endIndex)];
    found.push({
      order: [node.startIndex],
      text:
        text.slice(0, lineStart(text, node.startIndex)) +
        dedented(text, node, body) +
        text.slice(node.endIndex, start) +
        (end < 0 ? '' : text.slice(end + 1)),
    });
  });
  return found;
};

/** The lines of a body as deep as what it stands in. */
function dedented(text: string, node: SyntaxNode, body: SyntaxNode): string {
  const shift = body.startPosition.column - node.startPosition.column;
  const lines = text.slice(lineStart(text, body.startIndex), body.endIndex).split('\n');
  return lines.map((line) => (line.startsWith(' '.repeat(shift)) ? line.slice(shift) : line)).join('\n');
}

const listNodes = new Set([
  'argument_list',
  'list',
  'tuple',
  'dictionary',
  'set',
  'parameters',
  'import_from_statement',
  'import_statement',
  'expression_list',
]);

/** Arguments, items of lists, layers of a container, parameters and imported names go one by one, from the end. */
export const dropItems: ReductionPass = (text, parser) => {
  const found: Reduction[] = [];
  walk(parser.parse(text), (node) => {
    if (!listNodes.has(node.type)) return;
    const module = node.childForField('module_name');
    const items = node.namedChildren.filter(
      (child) => child.startIndex !== module?.startIndex && child.type !== 'comment',
    );
    const keepsOne = node.type.startsWith('import') || node.type === 'expression_list';
    if (keepsOne && items.length < 2) return;
    for (const [at, item] of [...items.entries()].reverse()) {
      const [before, after] = [items[at - 1], items[at + 1]];
      const [start, end] = before
        ? [before.endIndex, item.endIndex]
        : [item.startIndex, after ? after.startIndex : item.endIndex];
      found.push({ order: [node.startIndex, -at], text: text.slice(0, start) + text.slice(end) });
    }
  });
  return sorted(found);
};

/** Whole numbers become smaller: every place of one number together, so that sizes still fit, then each by itself. */
export const shrinkNumbers: ReductionPass = (text, parser) => {
  const places = new Map<number, SyntaxNode[]>();
  walk(parser.parse(text), (node) => {
    if (node.type !== 'integer' || !/^\d{1,9}$/.test(node.text)) return;
    const value = Number(node.text);
    if (value >= 3) places.set(value, [...(places.get(value) ?? []), node]);
  });
  const found: Reduction[] = [];
  const values = [...places.keys()].sort((a, b) => b - a);
  for (const [rank, value] of values.entries()) {
    const nodes = places.get(value) ?? [];
    const smaller = [...new Set([1, 2, value >> 2, value >> 1])]
      .filter((next) => next > 0 && next < value)
      .sort((a, b) => a - b);
    const groups = nodes.length === 1 ? [nodes] : [nodes, ...nodes.map((node) => [node])];
    for (const [group, members] of groups.entries()) {
      for (const [step, next] of smaller.entries()) {
        found.push({ order: [rank, group, step], text: replaced(text, members, String(next)) });
      }
    }
  }
  return found;
};

/** A call gives way to what it is called on, or to what it is called with: `x.float().to(d)` to `x`, `f(x)` to `x`. */
export const hoistOperands: ReductionPass = (text, parser) => {
  const found: Reduction[] = [];
  walk(parser.parse(text), (node) => {
    if (node.type !== 'call') return;
    const callee = node.childForField('function');
    const receiver = callee?.type === 'attribute' ? callee.childForField('object') : null;
    const argument = node.childForField('arguments')?.namedChildren[0];
    const operands = [receiver, argument?.type === 'keyword_argument' ? null : argument];
    for (const [step, operand] of operands.entries()) {
      if (!operand || operand.type === 'comment') continue;
      found.push({ order: [node.startIndex, step], text: replaced(text, [node], operand.text) });
    }
  });
  return sorted(found);
};

/** In the order that pays: large pieces first, then what they hold. */
export const passes: readonly ReductionPass[] = [
  dropStatements,
  unwrapFunctions,
  unwrapBlocks,
  dropItems,
  shrinkNumbers,
  hoistOperands,
];

interface Block {
  readonly node: SyntaxNode;
  readonly statements: readonly SyntaxNode[];
}

function blocksOf(root: SyntaxNode): readonly Block[] {
  const blocks: Block[] = [];
  walk(root, (node) => {
    if (node.type !== 'module' && node.type !== 'block') return;
    const statements = node.namedChildren.filter(({ type }) => type !== 'comment');
    if (statements.length > 0) blocks.push({ node, statements });
  });
  return blocks;
}

/** Null: there is nothing to take away that would leave a script. */
function withoutStatements(text: string, { node, statements }: Block, at: number, size: number): string | null {
  const [first, last] = [statements[at], statements[at + size - 1]];
  if (!first || !last) return null;
  const isWhole = size === statements.length;
  if (isWhole && (node.type === 'module' || (size === 1 && first.type === 'pass_statement'))) return null;
  const start = lineStart(text, first.startIndex);
  const end = text.indexOf('\n', last.endIndex);
  // Several statements on one line are cut where they stand.
  const shares = text.slice(start, first.startIndex).trim() !== '' || /^\s*;/.test(text.slice(last.endIndex));
  if (shares) {
    const rest = text.slice(last.endIndex).replace(/^\s*;[ \t]*/, '');
    const before = text.slice(0, first.startIndex);
    return isWhole ? `${before}pass${text.slice(last.endIndex)}` : before + rest;
  }
  const after = end < 0 ? '' : text.slice(end + 1);
  const indent = text.slice(start, first.startIndex);
  return text.slice(0, start) + (isWhole ? `${indent}pass\n` : '') + after;
}

function lineStart(text: string, index: number): number {
  return text.lastIndexOf('\n', index - 1) + 1;
}

function replaced(text: string, nodes: readonly SyntaxNode[], by: string): string {
  let result = text;
  for (const node of [...nodes].sort((a, b) => b.startIndex - a.startIndex)) {
    result = result.slice(0, node.startIndex) + by + result.slice(node.endIndex);
  }
  return result;
}

function sorted(reductions: readonly Reduction[]): readonly Reduction[] {
  return [...reductions].sort((a, b) => compareOrder(a.order, b.order));
}

export function compareOrder(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
