import type { SyntaxNode } from '../../ports/python-parser';
import { walk } from '../syntax-names';
import { argumentsOf, lastNameOf } from './call-arguments';

const pooled: readonly number[] = [32, 28, 64, 224, 96, 128, 16, 48, 100, 256];

/** Side of a square picture that the layers before the first linear one bring to its size. Null: none of the usual ones. */
export function sideFor(
  calls: readonly SyntaxNode[],
  numberOf: (node: SyntaxNode | undefined) => number | null,
): number | null {
  const window = (call: SyntaxNode, name: string, at: number, otherwise: number | null): number | null => {
    const { positional, keywords } = argumentsOf(call);
    const node = keywords.get(name) ?? positional[at];
    return node ? numberOf(node.type === 'tuple' ? node.namedChildren[0] : node) : otherwise;
  };
  return (
    pooled.find((start) => {
      let side = start;
      let channels = 0;
      for (const call of calls) {
        const name = lastNameOf(call);
        const isConvolution = name === 'Conv2d';
        if (isConvolution || /^(?:Max|Avg)Pool2d$|^(?:max|avg)_pool2d$/.test(name)) {
          const shift = isConvolution ? 2 : /^[A-Z]/.test(name) ? 0 : 1;
          const kernel = window(call, 'kernel_size', shift, null);
          if (kernel === null) return false;
          const stride = window(call, 'stride', shift + 1, isConvolution ? 1 : kernel) ?? kernel;
          const padding = window(call, 'padding', shift + 2, 0) ?? 0;
          side = Math.floor((side + 2 * padding - kernel) / stride) + 1;
          if (isConvolution) channels = window(call, 'out_channels', 1, null) ?? 0;
        } else if (name === 'Linear') {
          return window(call, 'in_features', 0, null) === channels * side * side;
        }
      }
      return false;
    }) ?? null
  );
}

/** Functions that do a layer's work, in the order in which `forward` comes to them. */
const functional = /^(?:F|nn\.functional|torch\.nn\.functional|torch)\.(?:max|avg)_pool2d$/;

/**
 * The layers of a network in the order in which its `forward` uses them, pools that are called as functions among them. The
 * calls as they stand where there is no such method.
 */
export function inOrderOfUse(root: SyntaxNode, calls: readonly SyntaxNode[]): readonly SyntaxNode[] {
  const made = new Map<string, readonly SyntaxNode[]>();
  const methods: SyntaxNode[] = [];
  walk(root, (node) => {
    if (node.type === 'function_definition' && node.childForField('name')?.text === 'forward') methods.push(node);
    const left = node.type === 'assignment' ? node.childForField('left') : null;
    const right = node.childForField('right');
    if (left?.type === 'attribute' && left.childForField('object')?.text === 'self' && right?.type === 'call')
      made.set(left.text, layersIn(right));
  });
  const body = methods.length === 1 ? methods[0]?.childForField('body') : null;
  const used = body ? usedIn(body, made) : [];
  return used.some((call) => lastNameOf(call) === 'Linear') ? used : calls;
}

function layersIn(node: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  walk(node, (child) => {
    if (child.type === 'call' && /^[A-Z]/.test(lastNameOf(child)) && lastNameOf(child) !== 'Sequential')
      found.push(child);
  });
  return found;
}

/** Code that is nested deeper is not looked into. */
const DEEPEST = 60;

/** What a call is called on, and what it gets, comes before it. */
function usedIn(node: SyntaxNode, made: ReadonlyMap<string, readonly SyntaxNode[]>, depth = 0): readonly SyntaxNode[] {
  if (depth > DEEPEST) return [];
  const inner = node.namedChildren.flatMap((child) => usedIn(child, made, depth + 1));
  if (node.type !== 'call') return inner;
  const callee = node.childForField('function')?.text ?? '';
  return [...inner, ...(made.get(callee) ?? (functional.test(callee) ? [node] : []))];
}
