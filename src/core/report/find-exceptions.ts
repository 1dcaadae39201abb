import type { PrintedException } from '../../protocol/report';
import { classifyBlock } from './classify-block';
import { findCommentedExceptions, findExceptionLines, findInlineExceptions } from './find-inline-exceptions';
import { parsePrintedExceptions } from './parse-printed-exceptions';
import { readTestFailures } from './read-test-failures';
import type { Region } from './regions';
import { splitLines } from './split-lines';

/** All printed exceptions: tracebacks wherever they stand, last lines alone in blocks of output, and those within sentences. */
export function findExceptions(visible: string, regions: readonly Region[]): PrintedException[] {
  const found = parsePrintedExceptions(splitLines(visible));
  const extra: PrintedException[] = [];
  for (const region of regions) {
    const { start, end } = region.span;
    if (region.kind === 'code') {
      if (/^E {1,12}\S/m.test(region.text)) extra.push(...readTestFailures(splitLines(visible, start, end)));
      if (classifyBlock(region.text, region.language) !== 'snippet') {
        extra.push(...findExceptionLines(splitLines(visible, start, end)));
      } else extra.push(...findCommentedExceptions(splitLines(visible, start, end)));
    } else if (region.kind === 'prose' || region.kind === 'heading') {
      extra.push(...findInlineExceptions(visible, start, end));
    }
  }
  const all = [...found, ...extra].sort((a, b) => a.span.start - b.span.start || b.frames.length - a.frames.length);
  const kept: PrintedException[] = [];
  for (const exception of all) {
    const last = kept.at(-1);
    if (!last || exception.span.start >= last.span.end) kept.push(exception);
  }
  return kept;
}
