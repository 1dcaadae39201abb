import type { Span } from '../../protocol/primitives';

/** Values that a log printed for one metric, in order. `inPercent` where they go beyond 1. */
export interface PrintedMetric {
  readonly name: string;
  readonly values: readonly number[];
  /** From the first to the last line that printed it. */
  readonly span: Span;
}

const METRIC =
  /(?<![\w.])((?:train(?:ing)?|val(?:idation)?|valid|test|eval)?[ _-]?(?:loss|accuracy|acc|auc|f1|mse|mae|iou|dice|perplexity))\b["']?\s{0,3}[:=]?\s{0,3}["']?(-?\d{1,12}(?:\.\d{0,12})?(?:e[-+]?\d{1,3})?|-?nan|-?inf(?:inity)?)\b(?!\s?\/)/gi;
const MOST_LINES = 5_000;
const LONGEST_LINE = 2_000;

/** Reads the metrics that a piece of output printed, line by line. Offsets are those of `source`. */
export function readPrintedMetrics(source: string, place: Span): PrintedMetric[] {
  const found = new Map<string, { values: number[]; start: number; end: number }>();
  let start = place.start;
  for (let count = 0; start < place.end && count < MOST_LINES; count++) {
    const next = source.indexOf('\n', start);
    const end = next < 0 || next > place.end ? place.end : next;
    const line = source.slice(start, Math.min(end, start + LONGEST_LINE));
    for (const match of line.matchAll(METRIC)) {
      const name = nameOf(match[1] ?? '');
      const known = found.get(name) ?? { values: [], start, end };
      known.values.push(valueOf(match[2] ?? ''));
      known.end = end;
      found.set(name, known);
    }
    start = end + 1;
  }
  return [...found].map(([name, { values, start: from, end }]) => ({ name, values, span: { start: from, end } }));
}

function nameOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[ -]/g, '_')
    .replace(/^(?:validation|valid|val|test|eval)_?/, 'val_')
    .replace(/^(?:training|train)_?/, '')
    .replace(/acc$/, 'accuracy');
}

function valueOf(text: string): number {
  if (/nan/i.test(text)) return Number.NaN;
  if (/inf/i.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  return Number(text);
}
