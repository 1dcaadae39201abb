import type { SyntaxNode } from '../../ports/python-parser';
import { calledName } from '../syntax-walk';

/** A piece of what a call prints: text, or an expression with the text that stands before it. */
export type EmittedPart =
  | { readonly kind: 'text'; readonly text: string; readonly node: SyntaxNode }
  | { readonly kind: 'expression'; readonly node: SyntaxNode };

const PLACEHOLDER = /\{[^{}]{0,80}\}|%[-+ #0]?\d{0,4}(?:\.\d{1,4})?[a-zA-Z]/g;

/** Text and expressions of a printing call in the order of the output. Formats are taken apart, so that each value has its words. */
export function emittedParts(emitter: SyntaxNode): readonly EmittedPart[] {
  const list = emitter.childForField('arguments') ?? emitter;
  return list.namedChildren
    .filter((child) => child.type !== 'comment' && child.type !== 'keyword_argument')
    .flatMap((child) => [...partsOf(child), { kind: 'text', text: ' ', node: child } as const]);
}

function partsOf(node: SyntaxNode): readonly EmittedPart[] {
  if (node.type === 'parenthesized_expression') return node.namedChildren.flatMap(partsOf);
  if (node.type === 'concatenated_string') return node.namedChildren.flatMap(partsOf);
  if (node.type === 'string') return stringParts(node);
  if (node.type === 'binary_operator') {
    const [left, right] = [node.childForField('left'), node.childForField('right')];
    const sign = node.childForField('operator')?.text;
    if (left && right && sign === '%' && isText(left)) {
      return filled(left, right.type === 'tuple' ? right.namedChildren : [right]);
    }
    if (left && right && sign === '+' && (hasText(left) || hasText(right)))
      return [...partsOf(left), ...partsOf(right)];
  }
  if (node.type === 'call' && calledName(node) === 'format') {
    const template = node.childForField('function')?.childForField('object');
    const values = node.childForField('arguments')?.namedChildren ?? [];
    if (template && isText(template)) {
      return filled(
        template,
        values.map((value) => value.childForField('value') ?? value),
      );
    }
  }
  return [{ kind: 'expression', node }];
}

/** A template with its values put in, in their order. Values beyond the placeholders follow at the end. */
function filled(template: SyntaxNode, values: readonly SyntaxNode[]): readonly EmittedPart[] {
  const text = plainText(template);
  const parts: EmittedPart[] = [];
  let from = 0;
  let next = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    parts.push({ kind: 'text', text: text.slice(from, match.index), node: template });
    from = match.index + match[0].length;
    const value = values[next++];
    if (value) parts.push({ kind: 'expression', node: value });
  }
  parts.push({ kind: 'text', text: text.slice(from), node: template });
  return [...parts, ...values.slice(next).map((node): EmittedPart => ({ kind: 'expression', node }))];
}

function stringParts(node: SyntaxNode): readonly EmittedPart[] {
  const inner = node.children.filter(({ type }) => type === 'string_content' || type === 'interpolation');
  if (inner.length === 0) return [{ kind: 'text', text: plainText(node), node }];
  return inner.map((child): EmittedPart => {
    const [expression] = child.namedChildren;
    return child.type === 'interpolation' && expression
      ? { kind: 'expression', node: expression }
      : { kind: 'text', text: child.text, node };
  });
}

function isText(node: SyntaxNode): boolean {
  return (
    node.type === 'string' ||
    node.type === 'concatenated_string' ||
    (node.type === 'parenthesized_expression' && node.namedChildren.every(isText))
  );
}

function hasText(node: SyntaxNode): boolean {
  return isText(node) || (node.type === 'binary_operator' && node.namedChildren.some(hasText));
}

function plainText(node: SyntaxNode): string {
  if (node.type !== 'string') return node.namedChildren.map(plainText).join('');
  return node.text.replace(/^[A-Za-z]{0,2}("""|\'\'\'|"|\')/, '').replace(/("""|\'\'\'|"|\')$/, '');
}
