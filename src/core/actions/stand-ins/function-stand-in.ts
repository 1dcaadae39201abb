import type { SyntaxNode } from '../../ports/python-parser';
import type { Usage } from '../name-usage';
import type { StandInContext } from './build-stand-in';

/** How the value of another name is made: its statements, of which the last one binds it. Null: it is not known. */
type MakeLines = (name: string) => readonly string[] | null;

function enclosing(call: SyntaxNode): SyntaxNode | null {
  const parent = call.parent;
  // `enumerate(f())` hands on what `f()` gives.
  if (parent?.type !== 'argument_list') return parent;
  const outer = parent.parent;
  return outer?.type === 'call' &&
    /^(?:enumerate|tqdm|iter|list|zip)$/.test(outer.childForField('function')?.text ?? '')
    ? enclosing(outer)
    : outer;
}

/** The value that stands for a pattern, with the nesting of the pattern. */
function valueOf(pattern: SyntaxNode, make: MakeLines, before: string[]): string {
  if (pattern.type === 'identifier') {
    const lines = make(pattern.text);
    if (lines === null) return 'None';
    before.push(...lines);
    return pattern.text;
  }
  const parts = pattern.namedChildren.map((part) => valueOf(part, make, before));
  return parts.length === 1 ? `(${parts[0] ?? ''},)` : `(${parts.join(', ')})`;
}

function body(name: string, before: readonly string[], value: string): readonly string[] {
  return [`def ${name}(*args, **kwargs):`, ...before.map((line) => `    ${line}`), `    return ${value}`];
}

/**
 * A function in place of one that the script calls and nowhere defines: it gives what is made of its result, else its first
 * argument. `loader`: the expression of a loader whose batches have such parts.
 */
export function functionLines(options: {
  readonly name: string;
  readonly usage: Usage;
  readonly context: StandInContext;
  readonly make: MakeLines;
  readonly loader: (pattern: SyntaxNode) => string;
}): readonly string[] {
  const { name, usage, make } = options;
  for (const call of usage.calls) {
    const place = enclosing(call);
    if (place && ['for_statement', 'for_in_clause'].includes(place.type)) {
      const left = place.childForField('left');
      const isCounted = /^\s*enumerate\b/.test(place.childForField('right')?.text ?? '');
      const pattern = isCounted ? left?.namedChildren[1] : left;
      if (pattern) return body(name, [], options.loader(pattern));
    }
    if (place?.type === 'assignment') {
      const left = place.childForField('left');
      if (left && ['identifier', 'pattern_list', 'tuple_pattern'].includes(left.type)) {
        const before: string[] = [];
        const value = valueOf(left, make, before);
        if (value !== 'None') return body(name, before, value);
      }
    }
  }
  const takes = usage.calls.some((call) => (call.childForField('arguments')?.namedChildren.length ?? 0) > 0);
  return body(name, [], takes ? 'args[0] if args else None' : 'None');
}
