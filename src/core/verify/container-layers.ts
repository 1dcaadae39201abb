import type { SyntaxNode } from '../ports/python-parser';
import { calledName, walk } from './syntax-walk';

/** A layer, with the rows (from 0, inclusive) of the call that gives it to its container. */
export interface PlacedLayer {
  readonly node: SyntaxNode;
  readonly firstRow: number;
  readonly lastRow: number;
}

const makes = /^(?:Sequential|ModuleList)$/;
const adds = /^(?:add|append|add_module)$/;
/** What only states the shape of the input; elsewhere a keyword of the first layer does so. */
const states = /^(?:Input|InputLayer)$/;

/**
 * Layers, in the order of the text, of each container that a text fills: `Sequential([a, b])`, `Sequential(a, b)`, `Sequential(OrderedDict([("n", a)]))`, and
 * `net.add(a)` where `net` is one. A variable that something else is assigned to as well is none.
 */
export function containersOf(tree: SyntaxNode): readonly (readonly PlacedLayer[])[] {
  const named = new Map<string, PlacedLayer[] | null>();
  const found: PlacedLayer[][] = [];
  walk(tree, (node) => {
    if (node.type === 'assignment') {
      const target = node.childForField('left')?.text ?? '';
      const value = node.childForField('right');
      const layers = value?.type === 'call' && makes.test(calledName(value) ?? '') ? [...given(value)] : null;
      named.set(target, named.has(target) ? null : layers);
      if (layers) found.push(layers);
      return layers === null;
    }
    if (node.type !== 'call') return true;
    const name = calledName(node) ?? '';
    if (makes.test(name)) {
      found.push([...given(node)]);
      return false;
    }
    const container = adds.test(name) ? named.get(receiver(node)) : null;
    const layer = node.childForField('arguments')?.namedChildren.at(-1);
    if (container && layer) container.push(...placed([layer], node));
    return true;
  });
  return found;
}

function given(call: SyntaxNode): readonly PlacedLayer[] {
  const values = (call.childForField('arguments')?.namedChildren ?? []).filter(
    ({ type }) => type !== 'keyword_argument' && type !== 'comment',
  );
  const [first, ...more] = values;
  if (!first || more.length > 0) return placed(values, call);
  if (first.type === 'list' || first.type === 'tuple') return placed(first.namedChildren, call);
  if (first.type !== 'call' || calledName(first) !== 'OrderedDict') return placed([first], call);
  const pairs = first.childForField('arguments')?.namedChildren[0]?.namedChildren ?? [];
  return placed(
    pairs.flatMap((pair) => pair.namedChildren.at(-1) ?? []),
    call,
  );
}

function placed(layers: readonly SyntaxNode[], within: SyntaxNode): readonly PlacedLayer[] {
  return layers
    .filter((node) => node.type !== 'comment' && !states.test((node.type === 'call' && calledName(node)) || ''))
    .map((node) => ({ node, firstRow: within.startPosition.row, lastRow: within.endPosition.row }));
}

function receiver(call: SyntaxNode): string {
  return call.childForField('function')?.childForField('object')?.text ?? '';
}
