import type { SyntaxNode } from '../ports/python-parser';
import type { NameTable, NameUse } from './free-names';
import { walk } from './syntax-names';

/** A call that a value is handed to. `callee` is the dotted text; `position` counts from 0, null for keywords. */
export interface HandedTo {
  readonly callee: string;
  readonly position: number | null;
  readonly keyword: string | null;
  readonly call: SyntaxNode;
}

/** What a script does with a value. */
export interface Usage {
  readonly name: string;
  /** Attributes that are read, methods included. */
  readonly attributes: ReadonlySet<string>;
  /** Methods that are called, with their calls. */
  readonly methods: ReadonlyMap<string, readonly SyntaxNode[]>;
  /** Calls of the value itself. */
  readonly calls: readonly SyntaxNode[];
  readonly handedTo: readonly HandedTo[];
  /** Patterns of loops over the value, `enumerate` taken off. */
  readonly loops: readonly SyntaxNode[];
  /** Patterns of loops over one of its items: `for x, y in loaders['train']`. */
  readonly itemLoops: readonly SyntaxNode[];
  /** What is written between brackets after it. */
  readonly subscripts: readonly string[];
  /** Attributes and methods of its items: `rows[i].split()`. */
  readonly itemAttributes: ReadonlySet<string>;
  /** Patterns that the value is unpacked into. */
  readonly unpacked: readonly SyntaxNode[];
  /** `**value` */
  readonly spread: boolean;
  readonly operators: ReadonlySet<string>;
  /** It is a base class or a decorator, or its capitals say that it is called as one. */
  readonly isBase: boolean;
}

interface Gathered {
  readonly attributes: Set<string>;
  readonly methods: Map<string, SyntaxNode[]>;
  readonly calls: SyntaxNode[];
  readonly handedTo: HandedTo[];
  readonly loops: SyntaxNode[];
  readonly itemLoops: SyntaxNode[];
  readonly subscripts: string[];
  readonly itemAttributes: Set<string>;
  readonly unpacked: SyntaxNode[];
  readonly operators: Set<string>;
  spread: boolean;
  isBase: boolean;
}

/** Methods of data sets that give fewer, more or other ones of the same samples. */
const partial = /^(?:take|skip|shuffle|cache|prefetch|repeat|as_numpy_iterator)$/;
/** How far a value is followed into functions and other names. */
const DEEPEST = 3;
/** A name that is used more often is looked at by its first uses. */
const MOST_USES = 200;

function isSame(a: SyntaxNode | null | undefined, b: SyntaxNode): boolean {
  return a?.startIndex === b.startIndex && a.endIndex === b.endIndex;
}

/** The functions that a script defines, by name; methods by their own name. */
export function definitionsOf(root: SyntaxNode): ReadonlyMap<string, SyntaxNode> {
  const found = new Map<string, SyntaxNode>();
  walk(root, (node) => {
    const name = node.type === 'function_definition' ? node.childForField('name')?.text : undefined;
    if (name !== undefined && !found.has(name)) found.set(name, node);
  });
  return found;
}

/** The function inside `jax.grad(loss)`, `jit(step)`, `tf.function(step)`: it takes what they are called with. Null: another text. */
function wrapped(callee: string): string | null {
  return (
    /^(?:\w+\.)*(?:grad|value_and_grad|jit|pmap|vmap|checkpoint|remat|function|compile|script)\((\w+)(?:,[^()]*)?\)$/.exec(
      callee,
    )?.[1] ?? null
  );
}

/** Names that stand for a wrapped function: `grad_fn = jax.grad(loss)`. */
function wrappedAliases(root: SyntaxNode): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  walk(root, (node) => {
    if (node.type !== 'assignment') return;
    const right = node.childForField('right');
    const text = right?.type === 'call' ? right.text.replace(/\s/g, '') : '';
    if (wrapped(text) !== null) found.set(node.childForField('left')?.text ?? '', text);
  });
  return found;
}

/** Where the arguments of a class go: its own `__init__`, by the name of the class. */
function constructorsOf(root: SyntaxNode): ReadonlyMap<string, SyntaxNode> {
  const found = new Map<string, SyntaxNode>();
  walk(root, (node) => {
    if (node.type !== 'class_definition') return;
    const init = node
      .childForField('body')
      ?.namedChildren.map((part) =>
        part.type === 'decorated_definition' ? (part.childForField('definition') ?? part) : part,
      )
      .find((part) => part.type === 'function_definition' && part.childForField('name')?.text === '__init__');
    if (init) found.set(node.childForField('name')?.text ?? '', init);
  });
  return found;
}

/** A written list of words, or a word: null for anything else. */
function wordsOf(node: SyntaxNode | null): string | null {
  if (!node || !['list', 'tuple', 'string', 'parenthesized_expression'].includes(node.type)) return null;
  const parts = node.type === 'string' ? [node] : node.namedChildren;
  return parts.length > 0 &&
    parts.every(({ type, text }) => type === 'string' && /^['"]/.test(text)) &&
    node.text.length < 2000
    ? node.text
    : null;
}

/** The words that a name stands for: `columns = ['a', 'b']`, `for column in ['a', 'b']`, and the loop over such a name. */
function namedWords(root: SyntaxNode): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  walk(root, (node) => {
    if (!/^(?:assignment|for_statement|for_in_clause)$/.test(node.type)) return;
    const left = node.childForField('left');
    const right = node.childForField('right');
    const text = wordsOf(right) ?? (node.type === 'assignment' ? undefined : found.get(right?.text ?? ''));
    if (left?.type === 'identifier' && text !== undefined && !found.has(left.text)) found.set(left.text, text);
  });
  return found;
}

export function parameterNames(definition: SyntaxNode): readonly string[] {
  return (definition.childForField('parameters')?.namedChildren ?? []).flatMap((node) => {
    if (node.type === 'identifier') return [node.text];
    const name = node.childForField('name')?.text ?? /^[A-Za-z_]\w*/.exec(node.text)?.[0];
    return name === undefined ? [] : [name];
  });
}

function loopPattern(node: SyntaxNode, enumerated: boolean): SyntaxNode | null {
  const left = node.childForField('left');
  if (!left || !enumerated) return left;
  return left.namedChildren[1] ?? null;
}

/** The pattern of the loop that goes over this expression itself, `enumerate` and progress bars taken off. */
function patternOver(node: SyntaxNode): SyntaxNode | null {
  const call = node.parent?.type === 'argument_list' ? node.parent.parent : null;
  const callee = call?.type === 'call' ? (call.childForField('function')?.text ?? '') : '';
  const isWrapped = /^(?:enumerate|tqdm|tqdm\.tqdm|iter)$/.test(callee);
  const loop = isWrapped ? call?.parent : node.parent;
  if (!loop || !['for_statement', 'for_in_clause'].includes(loop.type)) return null;
  if (!isSame(loop.childForField('right'), isWrapped && call ? call : node)) return null;
  return loopPattern(loop, callee === 'enumerate');
}

/** Gathers what scripts do with values. One for each script, since it looks through the whole tree once. */
export function createUsageReader(root: SyntaxNode, names: NameTable): (name: string) => Usage {
  const definitions = definitionsOf(root);
  const constructors = constructorsOf(root);
  const aliases = wrappedAliases(root);
  const words = namedWords(root);

  return (name) => {
    const gathered: Gathered = {
      attributes: new Set(),
      methods: new Map(),
      calls: [],
      handedTo: [],
      loops: [],
      itemLoops: [],
      subscripts: [],
      itemAttributes: new Set(),
      unpacked: [],
      operators: new Set(),
      spread: false,
      isBase: false,
    };
    const seen = new Set<string>();
    follow(names.free.get(name) ?? names.readsOf(name), gathered, seen, 0);
    return { name, ...gathered };
  };

  function follow(uses: readonly NameUse[], into: Gathered, seen: Set<string>, depth: number): void {
    for (const { node } of uses.slice(0, MOST_USES)) look(node, into, seen, depth);
  }

  function look(node: SyntaxNode, into: Gathered, seen: Set<string>, depth: number): void {
    const parent = node.parent;
    if (!parent) return;
    switch (parent.type) {
      case 'attribute':
        return lookAtAttribute(parent, into, seen, depth);
      case 'call':
        if (isSame(parent.childForField('function'), node)) into.calls.push(parent);
        return;
      case 'argument_list':
        return lookAtArgument(parent, node, null, into, seen, depth);
      case 'keyword_argument': {
        const list = parent.parent;
        if (list) lookAtArgument(list, parent, parent.childForField('name')?.text ?? null, into, seen, depth);
        return;
      }
      case 'dictionary_splat':
        into.spread = true;
        return;
      case 'subscript':
        if (isSame(parent.childForField('value'), node)) {
          const inner = parent.text.slice(node.text.length + 1, -1).trim();
          into.subscripts.push(words.get(inner) ?? inner);
          const method =
            parent.parent?.type === 'attribute' ? parent.parent.childForField('attribute')?.text : undefined;
          if (method !== undefined) into.itemAttributes.add(method);
          const pattern = patternOver(parent);
          if (pattern) into.itemLoops.push(pattern);
        }
        return;
      case 'for_statement':
      case 'for_in_clause':
        if (isSame(parent.childForField('right'), node)) {
          const pattern = loopPattern(parent, false);
          if (pattern) into.loops.push(pattern);
        }
        return;
      case 'assignment': {
        const left = parent.childForField('left');
        if (left && ['pattern_list', 'tuple_pattern'].includes(left.type)) into.unpacked.push(left);
        if (left?.type === 'attribute' && isSame(parent.childForField('right'), node))
          followKept(left, into, seen, depth);
        return;
      }
      case 'binary_operator':
      case 'comparison_operator':
      case 'augmented_assignment':
        into.operators.add(parent.childForField('operator')?.text ?? parent.children[1]?.text ?? '');
        return;
      case 'default_parameter':
      case 'typed_default_parameter':
        if (isSame(parent.childForField('value'), node)) followDefault(parent, into, seen, depth);
        return;
      case 'decorator':
        into.isBase = true;
        return;
      default:
    }
  }

  /** What a class keeps of what it is made with: `self.rows = rows`, and what its methods do with that. */
  function followKept(kept: SyntaxNode, into: Gathered, seen: Set<string>, depth: number): void {
    let owner: SyntaxNode | null = kept;
    while (owner && owner.type !== 'class_definition') owner = owner.parent;
    const key = `${owner?.startIndex ?? 0}:${kept.text}`;
    if (!owner || !/^self\.\w+$/.test(kept.text) || depth >= DEEPEST || seen.has(key)) return;
    seen.add(key);
    const reads: SyntaxNode[] = [];
    walk(owner, (node) => {
      if (node.type === 'attribute' && node.text === kept.text && !isSame(node, kept)) reads.push(node);
    });
    for (const read of reads.slice(0, MOST_USES)) look(read, into, seen, depth + 1);
  }

  /** A default is what the parameter stands for where a call leaves it out. */
  function followDefault(parameter: SyntaxNode, into: Gathered, seen: Set<string>, depth: number): void {
    const definition = parameter.parent?.parent;
    const name = parameter.childForField('name')?.text;
    const key = `${definition?.startIndex ?? 0}:${name ?? ''}`;
    if (definition?.type !== 'function_definition' || name === undefined || depth >= DEEPEST || seen.has(key)) return;
    seen.add(key);
    follow(names.readsOfParameter(definition, name), into, seen, depth + 1);
  }

  function lookAtAttribute(attribute: SyntaxNode, into: Gathered, seen: Set<string>, depth: number): void {
    const name = attribute.childForField('attribute')?.text ?? '';
    into.attributes.add(name);
    const call = attribute.parent;
    if (call?.type !== 'call' || !isSame(call.childForField('function'), attribute)) return;
    into.methods.set(name, [...(into.methods.get(name) ?? []), call]);
    // What such a method gives is gone through as the whole is.
    if (partial.test(name)) look(call, into, seen, depth);
  }

  function lookAtArgument(
    list: SyntaxNode,
    argument: SyntaxNode,
    keyword: string | null,
    into: Gathered,
    seen: Set<string>,
    depth: number,
  ): void {
    const call = list.parent;
    if (call?.type === 'class_definition') into.isBase = true;
    const callee = call?.type === 'call' ? call.childForField('function') : null;
    if (!call || !callee) return;
    const found = list.namedChildren.findIndex((child) => isSame(child, argument));
    const position = keyword === null ? found : null;
    const dotted = callee.text.replace(/\s/g, '');
    into.handedTo.push({ callee: dotted, position, keyword, call });
    if (dotted === 'zip' && position !== null) {
      // Each of what is zipped gives one part of the pattern.
      const loop = call.parent?.type === 'argument_list' ? call.parent.parent?.parent : call.parent;
      const isLoop = loop && ['for_statement', 'for_in_clause'].includes(loop.type);
      const whole = isLoop ? loopPattern(loop, call.parent?.type === 'argument_list') : null;
      const part = whole?.namedChildren[position] ?? null;
      if (part) into.loops.push(part);
    } else if (['enumerate', 'iter', 'tqdm', 'tqdm.tqdm', 'cycle'].includes(dotted) && position === 0) {
      const loop = call.parent;
      if (loop && ['for_statement', 'for_in_clause'].includes(loop.type)) {
        const pattern = loopPattern(loop, dotted === 'enumerate');
        if (pattern) into.loops.push(pattern);
      } else if (dotted === 'iter') into.methods.set('__iter__', [call]);
    }
    const inner = wrapped(dotted) ?? wrapped(aliases.get(dotted) ?? '') ?? dotted;
    const definition = definitions.get(inner) ?? constructors.get(inner);
    if (!definition || depth >= DEEPEST) return;
    // What a class is made with comes behind `self`.
    const parameters = parameterNames(definition).slice(definitions.has(inner) ? 0 : 1);
    const parameter = keyword ?? (position === null ? undefined : parameters[position]);
    const key = `${dotted}:${parameter ?? ''}`;
    if (parameter === undefined || seen.has(key)) return;
    seen.add(key);
    follow(names.readsOfParameter(definition, parameter), into, seen, depth + 1);
  }
}
