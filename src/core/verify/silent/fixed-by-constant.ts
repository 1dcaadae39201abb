import type { SyntaxNode } from '../../ports/python-parser';
import type { TracedScript } from '../judge-input';
import { walk } from '../syntax-walk';
import { isConstant, isNonFinite, decidesAlone } from './constants';
import { carriersOf } from './carriers';
import type { Definition } from './definitions';
import { emittedParts } from './emitted-parts';
import { printedShapes, printedValues } from './printed-values';
import type { ValueSlice } from './value-slice';

/** A place where one of our own constants decides the value by itself. */
export interface FixedValue {
  /** From 1. */
  readonly line: number;
  readonly what: string;
}

/** What is asked of a slice. */
export interface FixedQuestion {
  readonly slice: ValueSlice;
  readonly script: TracedScript;
  /** Name of the value as it was printed. */
  readonly name: string;
  /** A constant that is no number, or infinite, counts wherever it stands in the slice. */
  readonly nonFinite: boolean;
}

/** Finds the first place. Null: none. */
export function fixedByConstant({ slice, script, name, nonFinite }: FixedQuestion): FixedValue | null {
  const isOurs = (node: SyntaxNode): boolean => script.provenance[node.startPosition.row]?.origin === 'ours';
  for (const emitter of slice.emitters) if (isOurs(emitter) && saysItself(emitter, name)) return at(emitter);
  if (nonFinite) {
    for (const node of slice.nodes) {
      const bad = findNode(node, (child) => isOurs(child) && isNonFinite(child));
      if (bad) return at(bad);
    }
  }
  const literalOf = (own: string): SyntaxNode | null => {
    const [only, ...more] = slice.definitions.get(own) ?? [];
    return only && more.length === 0 && !only.changes && isConstant(only.from) ? only.from : null;
  };
  for (const carrier of carriersOf(slice, name)) {
    const { node, mixed } = carrier;
    if (carrier.name !== null) {
      const fixed = mixed ? null : lastIsConstant(slice.definitions.get(carrier.name) ?? [], isOurs);
      if (fixed) return at(fixed);
    } else if (isOurs(node) && carrier.outermost && isConstant(node)) return at(node);
    const deciding = decidesAlone(node, literalOf) && !(mixed && isChoice(node));
    if (isOurs(node) && deciding) return at(node);
  }
  return null;
}

/** Takes one of several values as it is: beside other operands that decides nothing. */
function isChoice(node: SyntaxNode): boolean {
  return node.type === 'conditional_expression' || node.type === 'boolean_operator' || node.type === 'call';
}

/** A call whose texts alone hold a value of this name: `print("loss: nan")`, `print("lo" + "ss", "nan", net(x))`. */
function saysItself(emitter: SyntaxNode, name: string): boolean {
  const parts = emittedParts(emitter);
  return ['', ' '].some((between) => {
    const text = parts.map((part) => (part.kind === 'text' ? part.text : '\u0001')).join(between);
    const named = printedValues(text).some((value) => value.name.toLowerCase() === name.toLowerCase());
    return named || printedShapes(text).some(({ shape }) => shape.includes(','));
  });
}

/** A constant of ours that no later definition takes the place of: the value that is printed may be it. */
function lastIsConstant(definitions: readonly Definition[], isOurs: (node: SyntaxNode) => boolean): SyntaxNode | null {
  const isFixed = ({ from, changes }: Definition): boolean => !changes && isConstant(from);
  for (const definition of definitions) {
    if (isOurs(definition.statement) && decidesAlone(definition.statement, () => null)) return definition.statement;
    if (!isFixed(definition) || !isOurs(definition.statement)) continue;
    const replaced = definitions.some((other) => !isFixed(other) && comesAfter(definition.statement, other.statement));
    if (!replaced) return definition.statement;
  }
  return null;
}

/** Whether `later` runs whenever `earlier` has: it stands after it, and not in another branch of the same choice. */
function comesAfter(earlier: SyntaxNode, later: SyntaxNode): boolean {
  if (later.startIndex < earlier.endIndex) return false;
  for (let node: SyntaxNode | null = earlier; node; node = node.parent) {
    if (!/^(?:if_statement|try_statement|match_statement)$/.test(node.type)) continue;
    const choice: SyntaxNode = node;
    if (later.startIndex >= choice.endIndex) continue;
    const branch = (inner: SyntaxNode): number | undefined =>
      choice.children.find((child) => child.startIndex <= inner.startIndex && inner.endIndex <= child.endIndex)
        ?.startIndex;
    if (branch(earlier) !== branch(later)) return false;
  }
  return true;
}

function findNode(root: SyntaxNode, matches: (node: SyntaxNode) => boolean): SyntaxNode | null {
  let found: SyntaxNode | null = null;
  walk(root, (node) => {
    if (!found && matches(node)) found = node;
    return found === null;
  });
  return found;
}

function at(node: SyntaxNode): FixedValue {
  return { line: node.startPosition.row + 1, what: (node.text.split('\n')[0] ?? '').slice(0, 120) };
}
