import type { Span } from '../../../protocol/primitives';

/** A marked place of the source. */
export interface Mark {
  readonly id: string;
  readonly span: Span;
}

/** A piece of the source that no mark begins or ends in. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  /** Ids of the marks that cover the piece, the shortest first. */
  readonly marks: readonly string[];
}

/**
 * Cuts a source of `length` UTF-16 units at every edge of a mark. The pieces join up to the whole. Marks that are empty
 * or lie outside of the source mark nothing. Sorting apart, the work grows with the pieces and the marks on them.
 */
export function segmentSource(length: number, marks: readonly Mark[]): Segment[] {
  const within = marks.filter(({ span }) => span.start < span.end && span.start < length);
  const edges = new Set([0, length]);
  for (const { span } of within) edges.add(span.start).add(Math.min(span.end, length));
  const cuts = [...edges].sort((a, b) => a - b);
  const starting = [...within].sort((a, b) => a.span.start - b.span.start);
  const segments: Segment[] = [];
  let open: Mark[] = [];
  let next = 0;
  for (const [at, start] of cuts.entries()) {
    const end = cuts[at + 1];
    if (end === undefined) break;
    open = open.filter(({ span }) => span.end > start);
    for (let mark = starting[next]; mark && mark.span.start <= start; mark = starting[next]) {
      open.push(mark);
      next += 1;
    }
    const shortestFirst = [...open].sort((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start));
    segments.push({ start, end, marks: shortestFirst.map((mark) => mark.id) });
  }
  return segments;
}

/** The line of an offset, counted from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
