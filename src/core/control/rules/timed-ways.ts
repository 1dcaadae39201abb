import type { SyntaxNode } from '../../ports/python-parser';
import type { CodeFacts } from '../code-facts';
import { isOf, type ControlRule, type Removal } from '../control-rule';
import { timedWays, type TimedWay } from '../timed-ways';

/** One way of two that a script times is the slow one; the other is its control. */
export const slowWays: readonly ControlRule[] = [
  {
    name: 'slow-way-beside-fast-way',
    source: 'The report itself: the fast way that it times beside the slow one',
    causes: isOf('slow'),
    remove: (facts) => {
      const [one, two, ...more] = timedWays(facts);
      if (!one || !two || more.length > 0 || columnOf(one.first) !== columnOf(two.first)) return [];
      return [inPlace(facts, one, two), inPlace(facts, two, one)];
    },
  },
];

/** Puts one way in the place of the other. */
function inPlace(facts: CodeFacts, one: TimedWay, other: TimedWay): Removal {
  const text = ({ first, last }: TimedWay): string => facts.text.slice(first.startIndex, last.endIndex);
  return {
    edits: [{ start: one.first.startIndex, end: one.last.endIndex, text: text(other) }],
    changed: ['control.fastWay', { before: inShort(text(one)), after: inShort(text(other)) }],
  };
}

function columnOf({ startPosition }: SyntaxNode): number {
  return startPosition.column;
}

function inShort(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 90 ? `${line.slice(0, 88)} …` : line;
}
