import { MAX_REPORT_BYTES } from '../protocol/report';
import { badInput } from './refusals';

/** More than this part of unreadable characters is no text. */
const UNREADABLE_SHARE = 0.02;

/** Errors: throws `badInput` where the text is empty, too large, or was no text before it was decoded. */
export function checkReport(report: { readonly name: string; readonly text: string }): void {
  const { text } = report;
  if (text.trim() === '') throw badInput('text', 'errors.emptyReport');
  const bytes = text.length > MAX_REPORT_BYTES ? text.length : new TextEncoder().encode(text).length;
  if (bytes > MAX_REPORT_BYTES) {
    throw badInput('text', 'errors.reportTooLarge', {
      size: Math.ceil(bytes / (1024 * 1024)),
      limit: MAX_REPORT_BYTES / (1024 * 1024),
    });
  }
  if (text.includes('\0') || unreadable(text) > text.length * UNREADABLE_SHARE) {
    throw badInput('text', 'errors.binaryReport', { name: report.name });
  }
}

/** Counts what a decoder puts for bytes that are no UTF-8, and controls that no report has. Escape counts not: logs are coloured. */
function unreadable(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const isControl = code < 0x20 && (code < 0x08 || code > 0x0d) && code !== 0x1b;
    if (code === 0xfffd || isControl) count += 1;
  }
  return count;
}

/** A title until the report is read: its first line with text in it. */
export function provisionalTitle(report: { readonly name: string; readonly text: string }): string {
  const line = report.text.match(/^.*\w.*$/m)?.[0] ?? report.name;
  return (
    line
      .replace(/^[#\s>*-]+/, '')
      .trim()
      .slice(0, 200) || report.name
  );
}
