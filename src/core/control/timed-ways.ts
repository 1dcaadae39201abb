import type { SyntaxNode } from '../ports/python-parser';
import { statementOf, type AssignmentFact, type CallFact, type CodeFacts } from './code-facts';

/** A way that is timed: the statements between the clock's start and its end. */
export interface TimedWay {
  readonly first: SyntaxNode;
  readonly last: SyntaxNode;
}

/** What a clock tells of a way, as an expression: `time.time() - start`, or `end - start`. */
export interface ToldTime {
  readonly node: SyntaxNode;
  /** Name of what the clock said at the start. */
  readonly start: string;
}

const clocks = /^(?:time|perf_counter|monotonic|process_time|default_timer|time_ns|perf_counter_ns)$/;

function isClock({ name, positional }: CallFact): boolean {
  return clocks.test(name) && positional.length === 0;
}

/** What a clock said, kept under a name. */
function readings({ assignments, calls }: CodeFacts): readonly AssignmentFact[] {
  const read = new Set(calls.filter(isClock).map(({ node }) => node.startIndex));
  return assignments.filter(
    ({ value, augmented }) => !augmented && value.type === 'call' && read.has(value.startIndex),
  );
}

/** Every difference of two readings of a clock, in the order of the text. */
export function toldTimes(facts: CodeFacts): readonly ToldTime[] {
  const names = new Set(readings(facts).map(({ name }) => name));
  const read = new Set(facts.calls.filter(isClock).map(({ node }) => node.startIndex));
  const found: ToldTime[] = [];
  const waiting: SyntaxNode[] = [facts.tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    waiting.push(...[...node.namedChildren].reverse());
    if (node.type !== 'binary_operator' || node.childForField('operator')?.text !== '-') continue;
    const [left, right] = [node.childForField('left'), node.childForField('right')];
    const ends = left !== null && (read.has(left.startIndex) || names.has(left.text));
    if (ends && right && names.has(right.text)) found.push({ node, start: right.text });
  }
  return found;
}

/** The ways that a script times one after the other, each with the statements that the clock stands around. One that is told again is one way. */
export function timedWays(facts: CodeFacts): readonly TimedWay[] {
  const marks = readings(facts);
  const begun = new Set<number>();
  return toldTimes(facts).flatMap((told): TimedWay[] => {
    const left = told.node.childForField('left');
    const endsAt = left?.type === 'identifier' ? lastBefore(marks, left.text, told.node.startIndex) : told.node;
    const start = endsAt ? lastBefore(marks, told.start, endsAt.startIndex) : null;
    if (!endsAt || !start || begun.has(start.startIndex)) return [];
    begun.add(start.startIndex);
    const end = statementOf(endsAt);
    const from = statementOf(start);
    const block = from.parent?.namedChildren ?? [];
    const between = block.filter(
      ({ startIndex, endIndex, type }) =>
        startIndex >= from.endIndex && endIndex <= end.startIndex && type !== 'comment',
    );
    const [first, last] = [between[0], between.at(-1)];
    return first && last ? [{ first, last }] : [];
  });
}

function lastBefore(marks: readonly AssignmentFact[], name: string, place: number): SyntaxNode | null {
  return marks.filter((mark) => mark.name === name && mark.node.endIndex <= place).at(-1)?.node ?? null;
}
