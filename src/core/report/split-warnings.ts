import type { Region } from './regions';
import { splitLines } from './split-lines';

/** `/lib/x.py:528: UserWarning: …` as Python prints it, and `UserWarning: …` as reporters shorten it. */
const WARNING = /^\s*(?:\S+:\d+: (?:\w+\.){0,8}\w*Warning|(?:\w+\.){0,8}\w+Warning): \S/;

/** Whether a line is a printed warning, or the line of code that one shows below itself. */
export function isPrintedWarning(texts: readonly string[], at: number): boolean {
  const text = texts[at] ?? '';
  return WARNING.test(text) || (WARNING.test(texts[at - 1] ?? '') && /^\s+\S/.test(text));
}

/**
 * Markdown takes indented lines with nothing but empty ones between them for one block: a printed warning and the code below it are
 * told apart here. A fence with a language says itself what is in it.
 */
export function splitWarnings(source: string, region: Region): readonly Region[] {
  if (region.kind !== 'code' || region.language !== null || !/\w+Warning: /.test(region.text)) return [region];
  const isFenced = /^\s*(?:```|~~~)/.test(source.slice(region.span.start, region.span.start + 40));
  const texts = region.text.split('\n');
  const lines = splitLines(source, region.span.start, region.span.end).slice(isFenced ? 1 : 0);
  const filled = texts.flatMap((text, at) =>
    text.trim() === '' ? [] : [{ at, printed: isPrintedWarning(texts, at) }],
  );
  if (lines.length < texts.length || filled.every(({ printed }) => printed === filled[0]?.printed)) return [region];
  const pieces: { from: number; to: number; printed: boolean }[] = [];
  for (const { at, printed } of filled) {
    const last = pieces.at(-1);
    if (last?.printed === printed) last.to = at;
    else pieces.push({ from: at, to: at, printed });
  }
  return pieces.map(({ from, to }) => ({
    ...region,
    text: texts.slice(from, to + 1).join('\n'),
    span: { start: lines[from]?.start ?? region.span.start, end: lines[to]?.end ?? region.span.end },
  }));
}
