import type { Span } from '../../protocol/primitives';
import type { HiddenText } from '../../protocol/report';
import { findInvisible } from './find-invisible';

const ZERO_WIDTH = /[\u00ad\u200b-\u200d\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]+/gu;
const BIDIRECTIONAL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]+/g;

/** Text that a reader of the rendered report would not see. At most `most` of a kind. Comments within code are code. */
export function findHiddenText(source: string, code: readonly Span[], most: number): HiddenText[] {
  return [
    ...findComments(source, code, most).map((span) => hidden('htmlComment', span, source)),
    ...findInvisible(source, code).map((span) => hidden('invisible', span, source)),
    ...scan(source, ZERO_WIDTH, 'zeroWidth', most),
    ...scan(source, BIDIRECTIONAL, 'bidirectional', most),
    ...scan(source, CONTROL, 'controlCharacter', most),
  ].sort((a, b) => a.span.start - b.span.start);
}

/** Places of HTML comments outside of code. One that is never closed hides all that follows it. */
export function findComments(source: string, code: readonly Span[], most: number): Span[] {
  const found: Span[] = [];
  let block = 0;
  for (let start = source.indexOf('<!--'); start >= 0 && found.length < most;) {
    while ((code[block]?.end ?? Infinity) <= start) block++;
    const around = code[block];
    if (around && around.start <= start) {
      start = source.indexOf('<!--', around.end);
      continue;
    }
    const close = source.indexOf('-->', start + 4);
    const end = close < 0 ? source.length : close + 3;
    found.push({ start, end });
    start = source.indexOf('<!--', end);
  }
  return found;
}

function scan(source: string, pattern: RegExp, kind: HiddenText['kind'], most: number): HiddenText[] {
  const found: HiddenText[] = [];
  for (const match of source.matchAll(pattern)) {
    found.push(hidden(kind, { start: match.index, end: match.index + match[0].length }, source));
    if (found.length >= most) break;
  }
  return found;
}

function hidden(kind: HiddenText['kind'], span: Span, source: string): HiddenText {
  return { kind, span, text: source.slice(span.start, span.end) };
}
