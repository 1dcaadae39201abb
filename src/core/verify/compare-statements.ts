import type { SyntaxNode } from '../ports/python-parser';
import type { ScopeNames } from './scope-names';
import type { Statement } from './statements';

/** Names that people give a library in text, and its module. A data table. */
const moduleByWord: Readonly<Record<string, string>> = {
  pytorch: 'torch',
  tf: 'tensorflow',
  np: 'numpy',
  pd: 'pandas',
  nn: 'torch.nn',
  F: 'torch.nn.functional',
  plt: 'matplotlib.pyplot',
  K: 'keras.backend',
  layers: 'keras.layers',
  models: 'keras.models',
};

/** Attributes of which one took the other's place in later releases. A data table. */
const movedAttributes: readonly (readonly string[])[] = [['variables', 'trainable_variables', 'trainable_weights']];

interface Comparison {
  readonly ours: ScopeNames;
  readonly theirs: ScopeNames;
  /** Names of the script's variables in the report, settled so far; one name stands for one name throughout. */
  readonly renamed: ReadonlyMap<string, string>;
  /** What parameters of the report's functions stand for at its calls: a function may be written out where it is called. */
  readonly given?: ReadonlyMap<string, readonly SyntaxNode[]>;
}

/**
 * Whether a statement of the script says what one of the report says: layout, comments, quotes, numbers, aliases of imports,
 * keywords added or taken off and variables renamed left aside. Another call, operator, attribute or order is another statement.
 * Gives the renamings that it takes, or null.
 */
export function compareStatements(
  own: Statement,
  other: Statement,
  comparison: Comparison,
): ReadonlyMap<string, string> | null {
  if (own.node.type !== other.node.type || own.parts.length !== other.parts.length) return null;
  const renamed = new Map(comparison.renamed);
  const agree = own.parts.every((part, index) => {
    const partner = other.parts[index];
    return partner !== undefined && sameTree(part, partner, comparison, renamed);
  });
  return agree ? renamed : null;
}

function sameTree(own: SyntaxNode, other: SyntaxNode, names: Comparison, renamed: Map<string, string>): boolean {
  const pairs: [SyntaxNode, SyntaxNode][] = [[own, other]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [a, b] = pair;
    if (isNumber(a) && isNumber(b)) continue;
    if (isFilePath(b) && (isFilePath(a) || (a.type === 'identifier' && names.ours.variables.has(a.text)))) continue;
    if (isDotted(a) && isDotted(b) && sameDotted(a, b, names)) continue;
    const branch = a.type === 'conditional_expression' && b.type !== a.type ? literalBranch(a, b) : null;
    if (branch) {
      pairs.push([branch, b]);
      continue;
    }
    if (isSequence(a) && isSequence(b)) {
      const [left, right] = [itemsOf(a), itemsOf(b)];
      if (left.length !== right.length) return false;
      left.forEach((item, index) => {
        const partner = right[index];
        if (partner) pairs.push([item, partner]);
      });
      continue;
    }
    if (a.type === 'identifier' && b.type === 'identifier' && sameIdentifier(a, b, names, renamed)) continue;
    if (b.type === 'identifier') {
      if (!standsFor(a, b.text, names, renamed)) return false;
      continue;
    }
    if (a.type !== b.type) return false;
    if (a.type === 'string') {
      if (!sameString(a, b)) return false;
      continue;
    }
    if (a.type === 'attribute') {
      if (!sameAttribute(a.childForField('attribute')?.text, b.childForField('attribute')?.text)) return false;
      const left = a.childForField('object');
      const right = b.childForField('object');
      if (!left || !right) return false;
      pairs.push([left, right]);
      continue;
    }
    if (a.type === 'keyword_argument') {
      if (a.childForField('name')?.text !== b.childForField('name')?.text) return false;
      const left = a.childForField('value');
      const right = b.childForField('value');
      if (!left || !right) return false;
      pairs.push([left, right]);
      continue;
    }
    if (a.type === 'argument_list') {
      const matched = pairArguments(a, b);
      if (!matched) return false;
      pairs.push(...matched);
      continue;
    }
    const left = meaningful(a);
    const right = meaningful(b);
    if (left.length !== right.length) return false;
    if (left.length === 0 && a.text !== b.text) return false;
    for (let at = 0; at < left.length; at++) {
      const [x, y] = [left[at], right[at]];
      if (x && y) pairs.push([x, y]);
    }
  }
  return true;
}

/** A list and a tuple that are handed over hold the same in the same order. */
function isSequence(node: SyntaxNode): boolean {
  return (node.type === 'list' || node.type === 'tuple') && node.parent?.type !== 'subscript';
}

function itemsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.namedChildren.filter(({ type }) => type !== 'comment');
}

/** Whether an expression is what the report hands over for a parameter, so that its function is written out here. */
function standsFor(own: SyntaxNode, parameter: string, names: Comparison, renamed: Map<string, string>): boolean {
  const { given, ...rest } = names;
  return (given?.get(parameter) ?? []).some((value) => {
    const tried = new Map(renamed);
    if (!sameTree(own, value, rest, tried)) return false;
    for (const [name, other] of tried) renamed.set(name, other);
    return true;
  });
}

/** Arguments in their order, keywords by their name; a keyword that only one side has is left aside. */
function pairArguments(own: SyntaxNode, other: SyntaxNode): [SyntaxNode, SyntaxNode][] | null {
  const positional = (node: SyntaxNode): SyntaxNode[] =>
    node.namedChildren.filter((child) => child.type !== 'keyword_argument' && child.type !== 'comment');
  const keywords = (node: SyntaxNode): SyntaxNode[] =>
    node.namedChildren.filter((child) => child.type === 'keyword_argument');
  const left = positional(own);
  const right = positional(other);
  if (left.length !== right.length) return null;
  const pairs: [SyntaxNode, SyntaxNode][] = [];
  left.forEach((argument, index) => {
    const partner = right[index];
    if (partner) pairs.push([argument, partner]);
  });
  for (const keyword of keywords(own)) {
    const name = keyword.childForField('name')?.text;
    const partner = keywords(other).find((candidate) => candidate.childForField('name')?.text === name);
    if (partner) pairs.push([keyword, partner]);
    // An added keyword may set a value; it may not smuggle in a call.
    else if (!isPlainValue(keyword.childForField('value'))) return null;
  }
  return pairs;
}

function isPlainValue(node: SyntaxNode | null): boolean {
  if (!node) return false;
  if (
    /^(?:call|lambda|binary_operator|subscript|conditional_expression|list_comprehension|generator_expression|await|named_expression|comparison_operator|interpolation)$/.test(
      node.type,
    )
  )
    return false;
  return node.namedChildren.every(isPlainValue);
}

function sameIdentifier(own: SyntaxNode, other: SyntaxNode, names: Comparison, renamed: Map<string, string>): boolean {
  const settled = renamed.get(own.text);
  if (settled !== undefined) return settled === other.text;
  const bothVariables =
    names.ours.variables.has(own.text) &&
    (names.theirs.variables.has(other.text) || !names.theirs.imports.has(other.text));
  if (own.text !== other.text && (!bothVariables || !names.theirs.variables.has(other.text))) return false;
  if ([...renamed.values()].includes(other.text)) return false;
  renamed.set(own.text, other.text);
  return true;
}

/** `kl.Dense`, `keras.layers.Dense` and `Dense` are one thing where the imports say so. */
function sameDotted(own: SyntaxNode, other: SyntaxNode, names: Comparison): boolean {
  const left = resolve(own.text, names.ours);
  const right = resolve(other.text, names.theirs);
  if (left === null || right === null) return false;
  if (lastOf(left) !== lastOf(right)) return false;
  if (!right.includes('.')) return left === right || names.ours.imports.has(own.text.split('.')[0] ?? '');
  return family(left) === family(right);
}

function resolve(text: string, names: ScopeNames): string | null {
  const [root = '', ...rest] = text.replace(/\s/g, '').split('.');
  if (names.variables.has(root)) return null;
  const full = names.imports.get(root) ?? moduleByWord[root] ?? (rest.length > 0 ? null : root);
  return full === null ? null : [full, ...rest].join('.');
}

function family(dotted: string): string {
  const root = dotted.split('.')[0] ?? dotted;
  return moduleByWord[root] ?? (root === 'keras' ? 'tensorflow' : root);
}

function lastOf(dotted: string): string {
  return dotted.split('.').at(-1) ?? dotted;
}

function isDotted(node: SyntaxNode): boolean {
  return node.type === 'identifier' || (node.type === 'attribute' && /^[\w.\s]+$/.test(node.text));
}

/** Where a reporter's file lies says nothing: it is stood in for. Code is no data. */
function isFilePath(node: SyntaxNode): boolean {
  const text = node.type === 'string' ? /^[rRuUbB]{0,2}(['"])([^'"{}\n]{1,300})\1$/.exec(node.text)?.[2] : undefined;
  return (
    text !== undefined &&
    /^[^\s:*?]{0,200}\.[A-Za-z]\w{0,7}$|^[^\s:*?]{0,200}[\\/][^\s:*?]{0,200}$/.test(text) &&
    !/\.pyw?$/.test(text)
  );
}

function isNumber(node: SyntaxNode): boolean {
  return (
    node.type === 'integer' || node.type === 'float' || (node.type === 'unary_operator' && /^-\s*[\d.]/.test(node.text))
  );
}

function sameString(own: SyntaxNode, other: SyntaxNode): boolean {
  const content = (node: SyntaxNode): string =>
    node.text.replace(/^[A-Za-z]{0,2}("""|'''|"|')/, '').replace(/("""|'''|"|')$/, '');
  const formatted = (node: SyntaxNode): boolean =>
    /^[A-Za-z]?[fF]/.test(node.text.slice(0, 2)) && /^[A-Za-z]/.test(node.text);
  return formatted(own) === formatted(other) && content(own) === content(other);
}

function meaningful(node: SyntaxNode): SyntaxNode[] {
  return node.children.filter(
    (child) =>
      child.type !== 'comment' && child.type !== ',' && child.type !== ';' && child.type !== 'line_continuation',
  );
}

function sameAttribute(own: string | undefined, other: string | undefined): boolean {
  if (own === undefined || other === undefined) return own === other;
  return own === other || movedAttributes.some((names) => names.includes(own) && names.includes(other));
}

/** A literal of a switch, such as `"cpu" if fixed else "cuda"`, that is what the report has: a control has its own. */
function literalBranch(own: SyntaxNode, other: SyntaxNode): SyntaxNode | null {
  const literal = /^(?:string|integer|float|true|false|none)$/;
  const [first, , last] = own.namedChildren;
  const branches = [first, last].filter((node) => node !== undefined && literal.test(node.type));
  return branches.length === 2
    ? (branches.find((node) => node?.type === other.type && node.text === other.text) ?? null)
    : null;
}
