import type { SyntaxNode } from '../ports/python-parser';
import { operationsIn } from './blamed-calls';
import type { Statement } from './statements';
import { walk } from './syntax-walk';

/** Code that is nested deeper is nobody's; it counts as not sure. */
const DEEPEST = 200;
const COMPREHENSION = /^(?:list|set|dictionary)_comprehension$|^generator_expression$/;
const CHOOSES = /^(?:conditional_expression|boolean_operator|not_operator|comparison_operator)$/;

/** The operations of a statement, told apart by whether its line's being run says that they were. */
export interface GuardedOperations {
  readonly sure: ReadonlySet<string>;
  /** In one arm of a choice whose other arm has none of that name, behind `and` or `or`, or in a comprehension that may be empty. */
  readonly guarded: ReadonlySet<string>;
}

export function guardedOperations({ parts }: Pick<Statement, 'parts'>): GuardedOperations {
  const sure = new Set<string>();
  const guarded = new Set<string>();
  for (const part of parts) {
    walk(part, (node) => {
      if (!/^(?:call|binary_operator|augmented_assignment)$/.test(node.type)) return true;
      for (const name of ownOperations(node)) (isGuarded(node, name, part) ? guarded : sure).add(name);
      return true;
    });
  }
  return { sure, guarded };
}

/** What a node does itself: all that is in it, without what is in its parts. */
function ownOperations(node: SyntaxNode): readonly string[] {
  const below = new Set(node.children.flatMap((child) => [...operationsIn(child)]));
  const all = [...operationsIn(node)];
  const own = all.filter((name) => !below.has(name));
  // A name that its parts have as well is still its own where it is the call's name.
  return own.length > 0 || node.type !== 'call' ? own : all.slice(0, 1);
}

function isGuarded(node: SyntaxNode, name: string, part: SyntaxNode): boolean {
  let inner = node;
  for (let depth = 0; inner.startIndex !== part.startIndex || inner.endIndex !== part.endIndex; depth++) {
    const outer = inner.parent;
    if (!outer || depth > DEEPEST) return depth > DEEPEST;
    if (isUnsureWithin(inner, outer, name)) return true;
    inner = outer;
  }
  return false;
}

function isUnsureWithin(inner: SyntaxNode, outer: SyntaxNode, name: string): boolean {
  if (outer.type === 'boolean_operator') return isSame(inner, outer.childForField('right'));
  if (outer.type === 'conditional_expression') {
    const [taken, condition, other] = outer.namedChildren;
    if (!taken || !condition || !other || isSame(inner, condition)) return false;
    return !operationsIn(isSame(inner, taken) ? other : taken).has(name);
  }
  if (!COMPREHENSION.test(outer.type) || !isSame(inner, outer.childForField('body'))) return false;
  return outer.namedChildren.some(
    (child) => child.type === 'if_clause' || (child.type === 'for_in_clause' && chooses(child)),
  );
}

function chooses(clause: SyntaxNode): boolean {
  let found = false;
  walk(clause, (node) => {
    found ||= CHOOSES.test(node.type);
    return !found;
  });
  return found;
}

function isSame(one: SyntaxNode, other: SyntaxNode | null): boolean {
  return other !== null && one.startIndex === other.startIndex && one.endIndex === other.endIndex;
}
