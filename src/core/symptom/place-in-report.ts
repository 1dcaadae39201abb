import type { Span } from '../../protocol/primitives';
import type { ReportReadOut } from '../../protocol/report';

/** The words around what was printed or told. */
export interface Surroundings {
  /** What leads to it: the last sentence before it. Empty where a heading stands there. */
  readonly lead: string;
  /** What follows it, to the end of the sentence; of a block, the first sentence after it. */
  readonly tail: string;
}

const REACH = 400;
/** Marks of code and of lists that stand between a sentence and the block. */
const MARKS = /^\s{0,3}(?:`{3,}.*|~{3,}.*|>|<\/?(?:pre|code|details|summary)[^>\n]{0,40}>)\s*$/;
const HEADING = /^\s{0,3}(?:#{1,6}\s|\*\*[^*\n]{1,80}\*\*:?\s*$|-{3,}\s*$)/;
const STOP = /[.!?](?=["”')*_]{0,2}\s+\S)/g;
const COMMENT = /^(?:Comment by .{1,80} on .{1,20}:|.{1,60} commented (?:on |\d|an? |yesterday|last ).{0,40})\s*$/m;

/** Linear in `REACH`, whatever the report's length. */
export function surroundingsOf(span: Span, visible: string, { blocks }: Pick<ReportReadOut, 'blocks'>): Surroundings {
  const block = blocks.find(
    (one) => one.kind !== 'snippet' && one.span.start <= span.start && span.end <= one.span.end,
  );
  const { start, end } = block?.span ?? span;
  return { lead: leadTo(visible, start), tail: tailOf(visible, end) };
}

/** Where the first comment on the report begins; Infinity: there is none. */
export function firstComment(visible: string): number {
  return COMMENT.exec(visible)?.index ?? Infinity;
}

function leadTo(visible: string, start: number): string {
  const lines = visible.slice(Math.max(0, start - REACH), start).split('\n');
  const own = lines.filter((line, at) => at === lines.length - 1 || !MARKS.test(line));
  while (own.length > 0 && own.at(-1)?.trim() === '') own.pop();
  const paragraph = own.slice(own.map((line) => line.trim()).lastIndexOf('') + 1);
  if (paragraph.some((line) => HEADING.test(line))) return '';
  const text = paragraph.join(' ');
  const stops = [...text.matchAll(STOP)];
  return text.slice((stops.at(-1)?.index ?? -1) + 1).trim();
}

function tailOf(visible: string, end: number): string {
  const lines = visible.slice(end, end + REACH).split('\n');
  const own = lines.filter((line, at) => at === 0 || !MARKS.test(line));
  const first = own.findIndex((line) => line.trim() !== '');
  if (first < 0) return '';
  const after = own.slice(first);
  const until = after.findIndex((line, at) => at > 0 && line.trim() === '');
  const paragraph = until < 0 ? after : after.slice(0, until);
  if (paragraph.some((line) => HEADING.test(line))) return '';
  const text = paragraph.join(' ');
  const stop = STOP.exec(text);
  STOP.lastIndex = 0;
  return text.slice(0, stop ? stop.index + 1 : undefined).trim();
}
