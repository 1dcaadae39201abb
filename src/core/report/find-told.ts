import type { Span } from '../../protocol/primitives';
import type { Passage, ToldBehaviour } from '../../protocol/report';
import { splitLines, type SourceLine } from './split-lines';

type Part = 'expected' | 'actual' | 'steps';

/** How templates and reporters head what they tell, without the marks around it. A data table. */
const labels: readonly (readonly [Part, RegExp])[] = [
  [
    'steps',
    /^(?:(?:the )?(?:minimal )?(?:steps?|code|how|standalone code|reproduction|reproducer)(?: steps?)?(?: needed)? (?:to|for) re(?:produc\w*|creat\w*)(?: (?:the )?(?:issue|bug|problem|behaviou?r))?|to reproduce|reproduction(?: steps)?|reproduce|steps)$/,
  ],
  [
    'expected',
    /^(?:(?:describe )?(?:the |your )?expect(?:ed|ations?)(?: (?:behaviou?rs?|results?|outputs?|outcomes?))?|what (?:did you|i|you|do you|was|is) expect(?:ed)?(?: to happen)?|what should (?:happen|have happened)|desired (?:behaviou?r|result|output))$/,
  ],
  [
    'actual',
    /^(?:(?:describe )?(?:the )?(?:actual|current|observed) (?:behaviou?rs?|results?|outputs?|outcomes?)|actual|what (?:actually )?happen(?:s|ed)(?: instead)?|what went wrong|instead)$/,
  ],
];
const HEADING = /^\s{0,3}#{1,6}\s+(\S.{0,120}?)[\s#:?]*$/;
const BOLD = /^\s{0,3}(?:\*\*|__)(\S.{0,120}?)(?:\*\*|__)\s?[:?]?\s*$/;
const LABEL = /^\s{0,3}(?:[-*] )?(?:\*\*|__)?([A-Za-z][\w ']{2,60}?)(?:\*\*|__)?\s?[:?](?:\*\*|__)?\s*(\S.*)?$/;
const EMPTY = /^(?:_?no response_?|n\/?a|none|-+|\.+|see above)?[.!]?$/i;
const ITEM = /^\s{0,6}(?:\d{1,3}[.)]|[-*+•])\s+(\S.*)$/;
const EXPECTS = /\b(?:I|we|one) (?:would have |had |would )?expect(?:ed)?\b|\bexpected (?:it|that|the)\b/i;
const INSTEAD = /\binstead(?:,| of that,? )|\bbut (?:I |it |we )?(?:got|get|gets|gives?|gave|returns?|returned)\b/i;
const LONGEST = 4_000;
const MOST_STEPS = 40;

/**
 * What the reporter expected, what came instead and by which steps: from the headings of templates, from labels such as
 * `Expected:`, else from a sentence that says so. `prose` has code blanked out at the offsets of `visible`. Linear.
 */
export function findTold(visible: string, prose: string): ToldBehaviour {
  const lines = splitLines(prose);
  const found: { expected: Passage | null; actual: Passage | null; steps: Passage[] } = {
    expected: null,
    actual: null,
    steps: [],
  };
  for (let at = 0; at < lines.length; at++) {
    const read = headOf(lines[at]);
    if (read?.part === undefined) continue;
    const end = sectionEnd(lines, at + 1);
    const body = passage(visible, read.from, lines[end - 1]?.end ?? read.from);
    if (body && read.part === 'steps' && found.steps.length === 0) found.steps = stepsOf(visible, lines, at, end, body);
    else if (body && read.part !== 'steps') found[read.part] ??= body;
    at = end - 1;
  }
  return {
    expected: found.expected ?? sentence(visible, prose, EXPECTS),
    actual: found.actual ?? sentence(visible, prose, INSTEAD),
    steps: found.steps.slice(0, MOST_STEPS),
  };
}

interface Head {
  /** Undefined: a heading of something else. */
  readonly part: Part | undefined;
  /** Where its text begins. */
  readonly from: number;
}

/** Null: no heading. */
function headOf(line: SourceLine | undefined): Head | null {
  if (!line || line.text.length > 400) return null;
  const heading = (HEADING.exec(line.text) ?? BOLD.exec(line.text))?.[1];
  if (heading !== undefined) return { part: partOf(heading), from: line.end };
  const label = LABEL.exec(line.text);
  const part = label?.[1] === undefined ? undefined : partOf(label[1]);
  return part === undefined ? null : { part, from: line.end - (label?.[2]?.length ?? 0) };
}

function partOf(text: string): Part | undefined {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z' ]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return labels.find(([, pattern]) => pattern.test(plain))?.[0];
}

function sectionEnd(lines: readonly SourceLine[], from: number): number {
  let at = from;
  while (at < lines.length && headOf(lines[at]) === null) at++;
  return at;
}

/** A list gives a step for each item; anything else is one step. */
function stepsOf(visible: string, lines: readonly SourceLine[], from: number, end: number, whole: Passage): Passage[] {
  const starts = lines
    .slice(from + 1, end)
    .filter((line) => ITEM.test(line.text.slice(0, 400)))
    .map((line) => line.start + line.text.indexOf(ITEM.exec(line.text.slice(0, 400))?.[1] ?? ''));
  if (starts.length === 0) return [whole];
  const stop = lines[end - 1]?.end ?? whole.span.end;
  return starts.flatMap((start, index) => {
    const next = starts[index + 1];
    // The mark of the next item stands before its text, on the same line.
    const to = next === undefined ? stop : visible.lastIndexOf('\n', next - 1);
    return passage(visible, start, to) ?? [];
  });
}

function sentence(visible: string, prose: string, sign: RegExp): Passage | null {
  const head = prose.slice(0, 100_000);
  const match = sign.exec(head);
  if (!match) return null;
  const before = /[^.!?\n]*$/.exec(head.slice(Math.max(0, match.index - 400), match.index))?.[0].length ?? 0;
  const after = /[.!?](?:\s|$)|\n\s*\n/.exec(head.slice(match.index, match.index + 600));
  const end = match.index + (after ? after.index + 1 : Math.min(600, head.length - match.index));
  return passage(visible, match.index - before, end);
}

function passage(visible: string, from: number, to: number): Passage | null {
  const raw = visible.slice(from, Math.min(to, from + LONGEST));
  const text = raw.trim();
  if (EMPTY.test(text)) return null;
  const start = from + raw.indexOf(text.slice(0, 1));
  const span: Span = { start, end: start + text.length };
  return { text, span };
}
