import type { ReportReadOut } from '../../protocol/report';
import { redact } from '../export/redact';
import { shorten } from './boundary';

/** How much of the material goes into a question. 0: all; each step leaves out more. */
export type Level = 0 | 1 | 2 | 3;
export const LAST_LEVEL: Level = 3;

const charactersAt: Readonly<Record<Level, number>> = { 0: 24_000, 1: 12_000, 2: 6_000, 3: 2_500 };

/** The report without what its rendered form hides from a reader: comments of the markup, invisible text. */
function withoutHidden(readOut: ReportReadOut, source: string): string {
  let text = '';
  let from = 0;
  for (const { span } of [...readOut.hidden].sort((a, b) => a.span.start - b.span.start)) {
    if (span.start < from) continue;
    text += source.slice(from, span.start);
    from = span.end;
  }
  return text + source.slice(from);
}

/** Title, code, messages and versions alone, in the report's own words. */
function technicalParts(readOut: ReportReadOut, most: number): string {
  const share = Math.floor(most / 2);
  const code = readOut.blocks.filter(({ kind }) => kind === 'snippet').map(({ text }) => text);
  const output = readOut.blocks.filter(({ kind }) => kind === 'traceback' || kind === 'log').map(({ text }) => text);
  const versions = readOut.versions.map(({ name, version }) => `${name} ${version}`).join(', ');
  return [
    readOut.title,
    ...(code.length > 0 ? [shorten(code.join('\n\n'), share)] : []),
    ...(output.length > 0 ? [shorten(output.join('\n\n'), Math.floor(share / 2))] : []),
    ...(versions === '' ? [] : [versions]),
  ].join('\n\n');
}

/**
 * The report as a model gets it: all of it while it fits, else its beginning, with code and messages whole as far as they fit.
 * Names of home folders are taken out. It is never left out.
 */
export function reportText(options: {
  readonly readOut: ReportReadOut;
  readonly source: string;
  readonly level: Level;
  readonly technicalOnly: boolean;
}): string {
  const { readOut, level, technicalOnly } = options;
  const most = charactersAt[level];
  const whole = withoutHidden(readOut, options.source).trim();
  const text = !technicalOnly && whole.length <= most ? whole : technicalParts(readOut, most);
  const told = !technicalOnly && whole.length > most ? `${shorten(whole, Math.floor(most / 3))}\n\n${text}` : text;
  return redact(shorten(told, most));
}
