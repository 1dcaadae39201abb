import { argumentOf, type CallFact, type CodeFacts } from '../control/code-facts';
import type { SyntaxNode } from '../ports/python-parser';
import { numberOf, type Numbers } from './numbers';

/** A call that makes a layer, with what its names stand for and how often it is made. */
export interface PlacedCall {
  readonly call: CallFact;
  readonly numbers: Numbers;
  readonly times: number;
}

/** Classes within classes, and all calls together: beyond that a text is written to be long. */
const DEEPEST = 6;
const MOST_CALLS = 5000;
/** Nodes above a call that are looked at. */
const HIGHEST = 100;

/** Calls in the order in which they are made, with classes of the script entered where they are made. */
export function placedCalls(facts: CodeFacts, numbers: Numbers): readonly PlacedCall[] {
  const classes = new Map<string, SyntaxNode>();
  const inside = new Map<SyntaxNode, CallFact[]>();
  const outside: CallFact[] = [];
  for (const call of facts.calls) {
    const around = classAround(call.node);
    if (around === null) outside.push(call);
    else {
      classes.set(around.childForField('name')?.text ?? '', around);
      inside.set(around, [...(inside.get(around) ?? []), call]);
    }
  }
  const placed: PlacedCall[] = [];
  const enter = (calls: readonly CallFact[], known: Numbers, times: number, depth: number): void => {
    for (const call of calls) {
      if (placed.length >= MOST_CALLS) return;
      const often = times * repeats(call.node, known);
      const made = classes.get(call.name);
      if (made === undefined || depth >= DEEPEST) placed.push({ call, numbers: known, times: often });
      else enter(inside.get(made) ?? [], withParameters(made, call, known), often, depth + 1);
    }
  };
  enter(outside, numbers, 1, 0);
  return placed;
}

function classAround(node: SyntaxNode): SyntaxNode | null {
  let current = node.parent;
  for (let level = 0; current && level < HIGHEST; level += 1, current = current.parent) {
    if (current.type === 'class_definition') return current;
  }
  return null;
}

/** How often a written list, or a loop that fills one, makes what stands in it. A loop that trains makes nothing anew that stays. */
function repeats(node: SyntaxNode, numbers: Numbers): number {
  let times = 1;
  let current = node.parent;
  for (let level = 0; current && level < HIGHEST; level += 1, current = current.parent) {
    if (current.type === 'function_definition') break;
    if (current.type === 'list_comprehension') times *= countOf(current.namedChildren.at(-1) ?? null, numbers);
    const fills = current.type === 'for_statement' && isFilling(node, current);
    if (fills) times *= countOf(current, numbers);
  }
  return times;
}

function isFilling(node: SyntaxNode, loop: SyntaxNode): boolean {
  for (let current = node.parent; current && current !== loop; current = current.parent) {
    const callee = current.type === 'call' ? current.childForField('function')?.text : undefined;
    if (callee !== undefined && /\.(?:add|append|add_module)$/.test(callee)) return true;
  }
  return false;
}

function countOf(loop: SyntaxNode | null, numbers: Numbers): number {
  const over = loop?.childForField('right');
  if (over?.type !== 'call' || over.childForField('function')?.text !== 'range') return 1;
  const bounds = over.childForField('arguments')?.namedChildren ?? [];
  const [from, to] =
    bounds.length > 1
      ? [numberOf(bounds[0], numbers), numberOf(bounds[1], numbers)]
      : [0, numberOf(bounds[0], numbers)];
  return from === null || to === null ? 1 : Math.max(1, to - from);
}

/** The numbers with a class's own parameters, as the call gives them or as they are by default, also under `self.`. */
function withParameters(definition: SyntaxNode, call: CallFact, known: Numbers): Numbers {
  const init = definition
    .childForField('body')
    ?.namedChildren.find(
      (node) => node.type === 'function_definition' && node.childForField('name')?.text === '__init__',
    );
  const parameters = (init?.childForField('parameters')?.namedChildren ?? []).slice(1);
  const numbers = new Map(known);
  parameters.forEach((parameter, place) => {
    const name = parameter.childForField('name')?.text ?? /^\w+/.exec(parameter.text)?.[0] ?? '';
    const given = argumentOf(call, name, place) ?? parameter.childForField('value');
    const value = numberOf(given, known);
    for (const key of [name, `self.${name}`]) {
      if (value === null) numbers.delete(key);
      else numbers.set(key, value);
    }
  });
  return numbers;
}
