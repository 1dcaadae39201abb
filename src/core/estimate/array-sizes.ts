import { argumentOf, type CallFact, type CodeFacts } from '../control/code-facts';
import type { SyntaxNode } from '../ports/python-parser';
import { numberOf, product, shapeOf, type Numbers } from './numbers';

/** An array that the script makes: its sizes, and bytes an element. */
export interface ArraySize {
  readonly shape: readonly number[];
  readonly width: number;
}

/** What arrays take, and the shapes that names stand for. `unread`: makers whose sizes the text does not tell. */
export interface Arrays {
  readonly bytes: number;
  readonly byName: ReadonlyMap<string, ArraySize>;
  readonly unread: readonly string[];
}

const widths: readonly (readonly [RegExp, number])[] = [
  [/complex128/, 16],
  [/float64|int64|\blong\b|double|complex64/, 8],
  [/float16|bfloat16|half|int16/, 2],
  [/u?int8|bool|byte/, 1],
  [/float32|int32|\bfloat\b|\bint\b/, 4],
];

const spread = /^(?:randn?|zeros|ones|empty)$/;
const sized =
  /^(?:random_sample|random|normal|uniform|standard_normal|randint|random_integers|choice|full|integers|zeros|ones|empty|truncated_normal)$/;
/** A name that only looks like a maker, such as `df.empty`, has none of these before it. */
const owners = /^(?:torch|np|numpy|tf|tensorflow|jnp|keras|K)(?:\.|$)|rng|random|generator/i;

/** Reads the arrays that are made by their sizes, and what plain arithmetic makes of named ones. */
export function readArrays(facts: CodeFacts, numbers: Numbers): Arrays {
  const byName = new Map<string, ArraySize>();
  const madeAt = new Map<number, ArraySize>();
  const unread: string[] = [];
  let bytes = 0;
  for (const call of facts.calls) {
    const made = madeBy(call, numbers);
    if (made === 'unread') unread.push(call.node.childForField('function')?.text ?? call.name);
    if (made === null || made === 'unread') continue;
    madeAt.set(call.node.startIndex, made);
    bytes += sizeOf(made);
  }
  for (const { name, value } of facts.assignments) {
    const direct = innermost(value, madeAt);
    const result = direct ?? resultOf(value, byName);
    if (result === null) continue;
    byName.set(name, result);
    // What was made is counted where it is made; what comes of arithmetic is one more.
    if (direct === null) bytes += sizeOf(result);
  }
  return { bytes, byName, unread };
}

export function sizeOf({ shape, width }: ArraySize): number {
  return product(shape) * width;
}

function madeBy(call: CallFact, numbers: Numbers): ArraySize | 'unread' | null {
  const { name, owner } = call;
  if (!owners.test(owner) || /^torch\.nn|init/.test(owner)) return null;
  const isTorch = /^torch/.test(owner);
  const isTensorflow = /^(?:tf|tensorflow|K)\b/.test(owner);
  const width = widthOf(call, isTorch || isTensorflow ? (name === 'randint' && isTorch ? 8 : 4) : 8);
  const given = call.named.get('size') ?? call.named.get('shape');
  if (given) return shaped([given], width, numbers);
  if (name === 'arange') return shaped(call.positional.slice(-1), width, numbers);
  if (spread.test(name) && (isTorch || /random$/.test(owner) || !/^rand/.test(name))) {
    const sizes = isTorch || /^rand/.test(name) ? call.positional : call.positional.slice(0, 1);
    return sizes.length === 0 ? null : shaped(sizes, width, numbers);
  }
  if (!sized.test(name) || call.positional.length === 0) return null;
  const place = name === 'full' || isTensorflow || /^(?:random|random_sample)$/.test(name) ? 0 : 2;
  const at = name === 'randint' && isTorch ? call.positional.length - 1 : name === 'choice' ? 1 : place;
  const shape = call.positional[at];
  return shape ? shaped([shape], width, numbers) : null;
}

function shaped(nodes: readonly SyntaxNode[], width: number, numbers: Numbers): ArraySize | 'unread' {
  const shape = shapeOf(nodes, numbers);
  return shape === null ? 'unread' : { shape, width };
}

function widthOf(call: CallFact, usual: number): number {
  const text = call.named.get('dtype')?.text ?? '';
  return widths.find(([pattern]) => pattern.test(text))?.[1] ?? usual;
}

/** What a value comes to whose making stands in it: `torch.randn(3).cuda()`, `np.zeros(5).astype("float32")`, `from_numpy(np.ones(3))`. */
function innermost(value: SyntaxNode, madeAt: ReadonlyMap<number, ArraySize>): ArraySize | null {
  const text = value.text;
  let node: SyntaxNode | null = value;
  for (let depth = 0; node && depth < 8; depth += 1) {
    if (node.type !== 'call') return null;
    const made = madeAt.get(node.startIndex);
    const callee: SyntaxNode | null = node.childForField('function');
    if (made && !/\.(?:reshape|view|astype|to|cuda|float|long|half)$/.test(callee?.text ?? '')) {
      const cast = /\.astype\(\s*['"\w.]*?(float16|float32|float64|u?int8|int32|int64)/.exec(text)?.[1];
      const width = cast === undefined ? made.width : (widths.find(([one]) => one.test(cast))?.[1] ?? made.width);
      return { ...made, width };
    }
    const inner: SyntaxNode | null = callee?.childForField('object') ?? null;
    node = inner?.type === 'call' ? inner : (node.childForField('arguments')?.namedChildren[0] ?? null);
  }
  return null;
}

/** The product of two matrices, or arithmetic on arrays of known sizes. Null: neither. */
function resultOf(value: SyntaxNode, byName: ReadonlyMap<string, ArraySize>): ArraySize | null {
  const [left, right, isProduct] = operandsOf(value, byName);
  if (isProduct) {
    if (!left || !right || left.shape.length === 0 || right.shape.length === 0) return null;
    const last = right.shape.length === 1 ? [] : right.shape.slice(-1);
    return { shape: [...left.shape.slice(0, -1), ...last], width: Math.max(left.width, right.width) };
  }
  const known = [left, right].filter((one) => one !== null && one !== undefined);
  return known.reduce<ArraySize | null>((a, b) => (a === null || sizeOf(b) > sizeOf(a) ? b : a), null);
}

type Operands = readonly [ArraySize | null | undefined, ArraySize | null | undefined, boolean];

function operandsOf(value: SyntaxNode, byName: ReadonlyMap<string, ArraySize>): Operands {
  const sizeAt = (node: SyntaxNode | null | undefined): ArraySize | null =>
    node ? (byName.get(node.text) ?? null) : null;
  if (value.type === 'binary_operator') {
    const isProduct = value.childForField('operator')?.text === '@';
    return [sizeAt(value.childForField('left')), sizeAt(value.childForField('right')), isProduct];
  }
  const callee = value.type === 'call' ? (value.childForField('function')?.text ?? '') : '';
  if (!/(?:^|\.)(?:matmul|mm|bmm|dot)$/.test(callee)) return [null, null, false];
  const given = value.childForField('arguments')?.namedChildren ?? [];
  const object = value.childForField('function')?.childForField('object');
  const pair = given.length > 1 ? given : [object, ...given];
  return [sizeAt(pair[0]), sizeAt(pair[1]), true];
}

/** How many samples go through the model at once: as it is stated, else the first axis of what it is called with. Null: not told. */
export function batchOf(
  facts: CodeFacts,
  numbers: Numbers,
  arrays: Arrays,
): { readonly batch: number | null; readonly sample: readonly number[] | null } {
  const made = new Set(facts.assignments.filter(({ value }) => value.type === 'call').map(({ name }) => name));
  let stated: number | null = null;
  let fed: ArraySize | null = null;
  for (const call of facts.calls) {
    if (/^(?:DataLoader|fit|evaluate|predict|batch)$/.test(call.name)) {
      const size = call.named.get('batch_size') ?? (call.name === 'DataLoader' ? call.positional[1] : undefined);
      const one = call.name === 'batch' ? (size ?? call.positional[0]) : size;
      stated ??= numberOf(one, numbers);
      // What Keras takes where nothing is stated.
      if (/^(?:fit|evaluate|predict)$/.test(call.name) && facts.framework === 'keras') stated ??= 32;
      fed ??= arrays.byName.get(argumentOf(call, 'x', 0)?.text ?? '') ?? null;
    } else if (call.owner === '' && made.has(call.name)) {
      fed ??= arrays.byName.get(call.positional[0]?.text ?? '') ?? null;
    }
  }
  return { batch: stated ?? fed?.shape[0] ?? null, sample: fed === null ? null : fed.shape.slice(1) };
}
