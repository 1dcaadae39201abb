import type { SyntaxNode } from '../ports/python-parser';
import { operationsIn } from './blamed-calls';
import { guardedOperations } from './guarded-operations';
import type { FinishedExecution } from './judge-input';
import { statementsOf, type Statement } from './statements';

/** Tells whether a run came to a line of the script (counted from 1). */
export type Reached = (line: number) => boolean;

/** What a run's record tells of the lines that ran. Null: it was not asked, or cannot be told. */
export function reachedBy({ result }: FinishedExecution): Reached | null {
  const told = (result.record?.lines ?? []).flatMap((line) => (line.type === 'reached' ? [line.ranges] : [])).at(-1);
  return told ? (line) => told.some(([first, last]) => first <= line && line <= last) : null;
}

/** `all`: nothing of the statement may have been left out; `some`: enough that something of it surely ran. */
type Wanted = 'all' | 'some';

/**
 * Whether a run came to the statement at a line, or, where that stands in one branch of a choice, did in another branch what it does
 * there: `fit(x, fixed) if FIXED else fit(x, y)` goes to the same place, and a choice without the other branch goes past it.
 */
export function cameTo(tree: SyntaxNode, line: number, reached: Reached, wanted: Wanted = 'some'): boolean {
  const statements = statementsOf(tree);
  const own = innermostAt(statements, line);
  if (!own) return reached(line);
  if (isReached(own, reached) && isSure(own, statements, wanted)) return true;
  const operations = operationsOf(own);
  for (let node: SyntaxNode | null = own.node; node; node = node.parent) {
    const choice = node.parent;
    if (!choice || !/^(?:if_statement|elif_clause|else_clause)$/.test(choice.type)) continue;
    const whole = choice.type === 'if_statement' ? choice : choice.parent;
    const branch = node;
    const elsewhere = statements.filter(
      (statement) =>
        isWithin(statement.node, whole) && !isWithin(statement.node, branch) && isReached(statement, reached),
    );
    if (elsewhere.some((statement) => [...operationsOf(statement)].some((name) => operations.has(name)))) return true;
  }
  return false;
}

/**
 * Whether a run took the way of a failure through the script's lines, outermost first. Where a call went into another function than the
 * one that failed, such as the method of another class, that is what was to be compared; where the function was entered and the line
 * in it was not come to, the run went past it.
 */
export function cameThrough(tree: SyntaxNode, lines: readonly number[], reached: Reached): boolean {
  for (const [index, line] of lines.entries()) {
    if (cameTo(tree, line, reached, 'all')) continue;
    return index > 0 && !entered(tree, line, reached);
  }
  return true;
}

/**
 * Whether a line that ran says that its statement did: `x = f(y) if not FIXED else None`, `FIXED or f(y)` and `if not FIXED: f(y)` run
 * their line and leave the call out.
 */
function isSure(own: Statement, statements: readonly Statement[], wanted: Wanted): boolean {
  const { sure, guarded } = guardedOperations(own);
  if (guarded.size > 0 && (wanted === 'all' || sure.size === 0)) return false;
  for (let node: SyntaxNode | null = own.node; node?.parent; node = node.parent) {
    const outer: SyntaxNode = node.parent;
    const chooses = /^(?:if_statement|elif_clause|else_clause|for_statement|while_statement|except_clause)$/;
    if (outer !== own.node && chooses.test(outer.type) && outer.startPosition.row === own.firstRow) return false;
  }
  // A statement before it on its line may have ended the program.
  return !statements.some(
    (other) =>
      other.lastRow === own.firstRow &&
      other.node.endIndex <= own.node.startIndex &&
      guardedOperations(other).guarded.size > 0,
  );
}

/** Whether anything ran of the body of the function that a line stands in. */
function entered(tree: SyntaxNode, line: number, reached: Reached): boolean {
  const statements = statementsOf(tree);
  let node: SyntaxNode | null = innermostAt(statements, line)?.node ?? null;
  while (node && node.type !== 'function_definition') node = node.parent;
  const body = node?.childForField('body') ?? null;
  if (!body) return true;
  return statements.some((statement) => isWithin(statement.node, body) && isReached(statement, reached));
}

function innermostAt(statements: readonly Statement[], line: number): Statement | undefined {
  return statements
    .filter(({ firstRow, lastRow }) => firstRow < line && line <= lastRow + 1)
    .sort((a, b) => a.lastRow - a.firstRow - (b.lastRow - b.firstRow) || b.node.startIndex - a.node.startIndex)[0];
}

function isReached({ firstRow, lastRow }: Statement, reached: Reached): boolean {
  for (let row = firstRow; row <= lastRow; row++) if (reached(row + 1)) return true;
  return false;
}

function operationsOf({ parts }: Statement): ReadonlySet<string> {
  return new Set(parts.flatMap((part) => [...operationsIn(part)]));
}

function isWithin(node: SyntaxNode, outer: SyntaxNode | null): boolean {
  return outer !== null && outer.startIndex <= node.startIndex && node.endIndex <= outer.endIndex;
}
