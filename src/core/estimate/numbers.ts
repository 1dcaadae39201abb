import type { SyntaxNode } from '../ports/python-parser';
import { walk } from '../verify/syntax-walk';

/** Whole numbers that names stand for. */
export type Numbers = ReadonlyMap<string, number>;

/** A number that is larger is no size of anything that could be run. */
const MOST = 1e15;

/** The value of a written expression of whole numbers, names and `+ - * // **`. Null: it is none. */
export function numberOf(node: SyntaxNode | null | undefined, numbers: Numbers): number | null {
  const value = node ? valueOf(node, numbers, 0) : null;
  return value !== null && Number.isFinite(value) && value >= 0 && value <= MOST ? Math.floor(value) : null;
}

function valueOf(node: SyntaxNode, numbers: Numbers, depth: number): number | null {
  if (depth > 20) return null;
  switch (node.type) {
    case 'integer':
    case 'float': {
      const value = Number(node.text.replace(/_/g, ''));
      return Number.isNaN(value) ? null : value;
    }
    case 'identifier':
    case 'attribute':
      return numbers.get(node.text) ?? null;
    case 'parenthesized_expression':
      return node.namedChildren.length === 1 && node.namedChildren[0]
        ? valueOf(node.namedChildren[0], numbers, depth + 1)
        : null;
    case 'call':
      return /^(?:int|float)$/.test(node.childForField('function')?.text ?? '')
        ? numberOf(node.childForField('arguments')?.namedChildren[0], numbers)
        : null;
    case 'binary_operator': {
      const [left, right] = [node.childForField('left'), node.childForField('right')];
      const a = left ? valueOf(left, numbers, depth + 1) : null;
      const b = right ? valueOf(right, numbers, depth + 1) : null;
      return a === null || b === null ? null : combined(node.childForField('operator')?.text ?? '', a, b);
    }
    default:
      return null;
  }
}

function combined(operator: string, a: number, b: number): number | null {
  if (operator === '+') return a + b;
  if (operator === '-') return a - b;
  if (operator === '*') return a * b;
  if (operator === '/') return a / b;
  if (operator === '//') return Math.floor(a / b);
  return operator === '**' ? a ** b : null;
}

/** Names that are given one number in the whole text. One that is given several, or something else as well, stands for none. */
export function readNumbers(tree: SyntaxNode): Numbers {
  const numbers = new Map<string, number>();
  const spoiled = new Set<string>();
  const give = (name: string, value: SyntaxNode | null): void => {
    const number = numberOf(value, numbers);
    const isOther = numbers.has(name) && numbers.get(name) !== number;
    if (number === null || isOther) spoiled.add(name);
    else numbers.set(name, number);
  };
  walk(tree, (node) => {
    if (node.type === 'augmented_assignment') spoiled.add(node.childForField('left')?.text ?? '');
    if (node.type === 'assignment') {
      const [left, right] = [node.childForField('left'), node.childForField('right')];
      const names =
        left && /^(?:pattern_list|tuple_pattern)$/.test(left.type) ? left.namedChildren : left ? [left] : [];
      const isList = right?.type === 'expression_list' || right?.type === 'tuple';
      const values = isList && names.length > 1 ? right.namedChildren : [right];
      names.forEach(({ text }, at) => give(text, names.length > 1 && !isList ? null : (values[at] ?? null)));
    }
    return true;
  });
  for (const name of spoiled) numbers.delete(name);
  return numbers;
}

/** Sizes of a written tuple or list, or of one number. An axis that stays open, as `None`, is left out. Null: not readable. */
export function shapeOf(nodes: readonly SyntaxNode[], numbers: Numbers): readonly number[] | null {
  const [first] = nodes;
  const isWritten = nodes.length === 1 && first && /^(?:tuple|list|parenthesized_expression)$/.test(first.type);
  const sizes: number[] = [];
  for (const node of isWritten ? first.namedChildren : nodes) {
    if (node.type === 'none' || node.type === 'comment') continue;
    const size = numberOf(node, numbers);
    if (size === null) return null;
    sizes.push(size);
  }
  return sizes;
}

export function product(sizes: readonly number[]): number {
  return sizes.reduce((all, one) => all * one, 1);
}
