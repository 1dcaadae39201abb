import type { SyntaxNode } from '../ports/python-parser';
import type { TracedScript } from './judge-input';
import { namesOf } from './match-exception';
import type { JudgedSymptom } from './shown';
import { walk } from './syntax-walk';

/**
 * The first of our own lines that raises the reported class, or something that cannot be told: compiled by a library
 * (TorchScript, AutoGraph, Numba), such a line is in no traceback. Counted from 1. Null: none.
 */
export function lineThatRaises(tree: SyntaxNode, script: TracedScript, symptom: JudgedSymptom): number | null {
  const reported = symptom.kind === 'exception' ? namesOf(symptom.type.split('.').at(-1) ?? '') : ['MemoryError'];
  const caught = new Set<string>();
  walk(tree, (node) => {
    if (node.type === 'as_pattern_target') caught.add(node.text);
  });
  let found: number | null = null;
  walk(tree, (node) => {
    const line = node.startPosition.row + 1;
    if (found !== null || script.provenance[line - 1]?.origin !== 'ours') return found === null;
    if (node.type === 'assert_statement' && reported.includes('AssertionError')) found = line;
    if (node.type === 'raise_statement' && raisesOneOf(node, reported, caught)) found = line;
    return true;
  });
  return found;
}

/** `raise` alone hands on what was caught. */
function raisesOneOf(node: SyntaxNode, reported: readonly string[], caught: ReadonlySet<string>): boolean {
  const what = node.namedChildren[0];
  if (!what || what.type === 'comment') return false;
  const named = what.type === 'call' ? what.childForField('function') : what;
  const text = named?.text ?? '';
  if (!/^[\w.]+$/.test(text)) return true;
  const last = text.split('.').at(-1) ?? '';
  return reported.includes(last) || (what.type !== 'call' && !caught.has(text) && !/^[A-Z]/.test(last));
}
