import { message } from '../../protocol/catalogue/catalogue';
import { parseMarkdown } from './parse-markdown';
import type { Structure } from './regions';
import { scanFences } from './scan-fences';
import { splitWarnings } from './split-warnings';

/** Above this many UTF-16 units only code and tracebacks are read. */
export const LARGEST_WHOLE = 1_000_000;
/** The Markdown parser's time grows with the square of the number of blocks, so their number is bounded first. */
const MOST_BLOCK_LINES = 1_500;
const MOST_LINES = 6_000;
const DEEPEST_NESTING = 12;
const LONGEST_LINE = 50_000;

/** Finds the blocks of a report. Texts whose shape would stall the Markdown parser are read line by line. */
export function readStructure(source: string): Structure {
  if (source.length > LARGEST_WHOLE) return { regions: scanFences(source), limited: message('report.limitedBySize') };
  if (looksHostile(source)) return { regions: scanFences(source), limited: message('report.limitedByStructure') };
  try {
    return { regions: parseMarkdown(source).flatMap((region) => splitWarnings(source, region)), limited: null };
  } catch {
    return { regions: scanFences(source), limited: message('report.limitedByStructure') };
  }
}

function looksHostile(source: string): boolean {
  let outside = 0;
  let all = 0;
  let inFence = false;
  for (let start = 0; start <= source.length;) {
    let end = source.indexOf('\n', start);
    if (end < 0) end = source.length;
    if (++all > MOST_LINES) return true;
    if (end - start > LONGEST_LINE) return true;
    const head = source.slice(start, Math.min(end, start + 200));
    if (/^[ >]{0,12}(?:```|~~~)/.test(head)) inFence = !inFence;
    else if (!inFence && ++outside > MOST_BLOCK_LINES) return true;
    const markers = /^(?:\s*(?:>|[-*+]|\d{1,9}[.)])(?=\s|>|$))+/.exec(head)?.[0].match(/>|[-*+]|\d{1,9}[.)]/g);
    if ((markers?.length ?? 0) > DEEPEST_NESTING) return true;
    start = end + 1;
  }
  return false;
}
