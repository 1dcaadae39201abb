import type { SyntaxNode } from '../../ports/python-parser';
import { parameterNames, type Usage } from '../name-usage';
import { walk } from '../syntax-names';
import type { StandInContext } from './build-stand-in';

/** What a batch is taken apart into: parts in their order, or values under keys. */
export type BatchParts =
  | { readonly kind: 'tuple'; readonly parts: readonly string[] }
  | { readonly kind: 'keys'; readonly keys: readonly string[] };

/** What is done with a name below a node: the first pattern that it is unpacked into, and what is written between brackets after it. */
function takenFrom(name: string, below: SyntaxNode): BatchParts | null {
  let parts: readonly string[] | null = null;
  const keys: string[] = [];
  const places: string[] = [];
  walk(below, (node) => {
    if (node.type !== 'identifier' || node.text !== name) return;
    const { parent } = node;
    if (parent?.type === 'assignment' && parent.childForField('right')?.startIndex === node.startIndex) {
      const left = parent.childForField('left');
      if (left && /^(?:pattern_list|tuple_pattern)$/.test(left.type))
        parts ??= left.namedChildren.map(({ text }) => text);
    }
    if (parent?.type !== 'subscript' || parent.childForField('value')?.startIndex !== node.startIndex) return;
    const inner = parent.text.slice(name.length + 1, -1).trim();
    const key = /^['"]([^'"\n]{1,60})['"]$/.exec(inner)?.[1];
    if (key !== undefined) keys.push(key);
    else if (/^\d$/.test(inner)) places.push(inner);
  });
  if (parts !== null) return { kind: 'tuple', parts };
  if (keys.length > 0) return { kind: 'keys', keys: [...new Set(keys)] };
  const most = Math.max(-1, ...places.map(Number));
  const named = ['x', 'y', 'z', 'u', 'v', 'w', 'p', 'q', 'r', 's'];
  return most < 0 ? null : { kind: 'tuple', parts: named.slice(0, most + 1) };
}

/** The parts that Lightning's steps take from a batch. Null: the script has no such step. */
export function stepParts(root: SyntaxNode): BatchParts | null {
  let found: BatchParts | null = null;
  walk(root, (node) => {
    if (found !== null || node.type !== 'function_definition') return;
    if (!/^(?:training|validation|test|predict|shared|_?common)_?step$/.test(node.childForField('name')?.text ?? ''))
      return;
    const batch = parameterNames(node)[1];
    const body = node.childForField('body');
    if (batch === undefined || !body) return;
    const parameter = node.childForField('parameters')?.namedChildren[1];
    found =
      takenFrom(batch, body) ??
      (parameter?.type === 'tuple_pattern'
        ? { kind: 'tuple', parts: parameter.namedChildren.map(({ text }) => text) }
        : null);
  });
  return found;
}

/** The parts that the loops over a loader take from its batches. */
export function batchParts(usage: Usage, { root }: Pick<StandInContext, 'root'>): BatchParts {
  for (const pattern of [...usage.loops, ...usage.itemLoops]) {
    if (pattern.type !== 'identifier') return { kind: 'tuple', parts: pattern.namedChildren.map(({ text }) => text) };
    const loop = pattern.parent?.type === 'pattern_list' ? pattern.parent.parent : pattern.parent;
    const taken = takenFrom(pattern.text, loop ?? root);
    if (taken !== null) return taken;
  }
  const isLightning = usage.handedTo.some(({ callee }) => /trainer\w*(?:\([\s\S]*\))?\.\w+$/i.test(callee));
  const steps = isLightning || usage.loops.length === 0 ? stepParts(root) : null;
  return steps ?? { kind: 'tuple', parts: usage.loops.length > 0 ? ['x'] : ['x', 'y'] };
}
