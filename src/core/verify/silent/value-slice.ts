import type { SyntaxNode } from '../../ports/python-parser';
import { standardModules } from '../../plan/standard-modules';
import type { TracedScript } from '../judge-input';
import { scopeNames, type ScopeNames } from '../scope-names';
import { calledName, rootName, walk } from '../syntax-walk';
import { definitionsOf, namesRead, type Definition } from './definitions';
import { isRelated, nameWords } from './related-names';
import type { Series } from './values';

/** The part of a script that a value depends on. */
export interface ValueSlice {
  /** Calls and lines by which the value gets out. Empty: a library printed it. */
  readonly emitters: readonly SyntaxNode[];
  /** All code that the value may depend on, the emitters' arguments included. */
  readonly nodes: readonly SyntaxNode[];
  readonly definitions: ReadonlyMap<string, readonly Definition[]>;
  /** A call into an installed library, or a line of the report or the project, is among it. */
  readonly reaches: boolean;
}

const printing = /^(?:print|pprint|write|info|warning|debug|log|reprise_observe|echo)$/;
const training = /^(?:fit|fit_generator|train|train_on_batch|evaluate|fit_transform|train_epoch|predict)$/;

/** Follows a value back from where the script hands it out to what it is made of. */
export function sliceOf(tree: SyntaxNode, script: TracedScript, basis: readonly Series[]): ValueSlice {
  const definitions = definitionsOf(tree);
  const emitters = emittersOf(tree, basis);
  const fromLibrary = emitters.length === 0 || basis.some(({ source }) => source === 'hook');
  // Memory depends on all that runs around the place where it is measured.
  const around = basis.some(({ name }) => isRelated(name, 'memory')) ? emitters.flatMap(loopsAround) : [];
  const starts = fromLibrary ? [...emitters, ...callsNamed(tree, training)] : emitters;
  const nodes: SyntaxNode[] = [];
  const seenNames = new Set<string>();
  const waiting = starts.map((call) => call.childForField('arguments') ?? call);
  if (fromLibrary) waiting.push(...starts);
  waiting.push(...around);
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    nodes.push(node);
    for (const name of namesRead(node)) {
      if (seenNames.has(name)) continue;
      seenNames.add(name);
      for (const { from } of definitions.get(name) ?? []) waiting.push(from);
    }
  }
  const names = scopeNames(tree);
  return { emitters, nodes, definitions, reaches: nodes.some((node) => reachesOut(node, names, script)) };
}

/** The outermost loop that a node stands in, its header and body. Empty: it stands in none. */
function loopsAround(node: SyntaxNode): readonly SyntaxNode[] {
  let outermost: SyntaxNode | null = null;
  for (let at = node.parent; at; at = at.parent) {
    if (/^(?:for|while)_statement$/.test(at.type)) outermost = at;
  }
  return outermost ? [outermost] : [];
}

/** Lines, counted from 1, of the calls into a library, the project or the report that a value depends on. */
export function callingLines(tree: SyntaxNode, script: TracedScript, basis: readonly Series[]): readonly number[] {
  const names = scopeNames(tree);
  const found = new Set<number>();
  for (const node of sliceOf(tree, script, basis).nodes) {
    walk(node, (child) => {
      if (child.type === 'call' && callsOut(child, names, script)) found.add(child.startPosition.row + 1);
      return true;
    });
  }
  return [...found].sort((a, b) => a - b);
}

/** Calls that print or hand over a value of one of these names; where no text names it, all that print. */
function emittersOf(tree: SyntaxNode, basis: readonly Series[]): readonly SyntaxNode[] {
  const all = callsNamed(tree, printing);
  const naming = all.filter((call) => basis.some(({ name }) => mentions(call, name)));
  if (naming.length > 0) return naming;
  const fromLibrary = callsNamed(tree, training).length > 0 && basis.every(({ source }) => source !== 'observe');
  return fromLibrary ? [] : all;
}

function mentions(call: SyntaxNode, name: string): boolean {
  const words = nameWords(name);
  const own = new Set(nameWords(call.text));
  return words.length > 0 && words.every((word) => own.has(word));
}

function callsNamed(tree: SyntaxNode, names: RegExp): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  walk(tree, (node) => {
    if (node.type === 'print_statement' && names.test('print')) found.push(node);
    if (node.type === 'call' && names.test(calledName(node) ?? '')) found.push(node);
    return true;
  });
  return found;
}

function reachesOut(node: SyntaxNode, names: ScopeNames, script: TracedScript): boolean {
  let found = false;
  walk(node, (child) => {
    found ||= child.type === 'call' && callsOut(child, names, script);
    return !found;
  });
  return found;
}

function callsOut(call: SyntaxNode, { imports, variables }: ScopeNames, script: TracedScript): boolean {
  const name = calledName(call);
  if (name && printing.test(name)) return false;
  const trusted = script.provenance[call.startPosition.row]?.origin;
  const root = rootName(call.childForField('function'));
  const module = root !== null && !variables.has(root) ? imports.get(root)?.split('.')[0] : undefined;
  return (trusted !== undefined && trusted !== 'ours') || (module !== undefined && !standardModules.has(module));
}
