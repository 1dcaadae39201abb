import type { Span } from '../../protocol/primitives';
import type { Region } from './regions';
import { splitLines } from './split-lines';

const LONGEST_TITLE = 300;
/** Headings of issue templates; they say nothing of the fault. */
const TEMPLATE =
  /^\W{0,8}(?:describe the (?:bug|issue|problem|current behaviou?r)|(?:a )?(?:clear and concise )?description|bug(?: report| description)?|issue(?: type| description)?|(?:to reproduce|steps to reproduce|how to reproduce|reproduction|reproducible example|minimal example)\b.*|(?:expected|actual|current)(?: behaviou?r| results?)?|environment(?: info\w*)?|system info\w*|versions?|(?:standalone )?code(?: to reproduce.*)?|what happened|summary|checklist|prerequisites|relevant log output|logs?|screenshots?|additional (?:context|info\w*)|traceback|error|question|your environment|click to expand!?)\W{0,4}$/i;

/**
 * The title: a `Title:` or `Subject:` line at the top, else the first heading, else the first line of prose. A report that
 * begins with a traceback has the line of its exception for one.
 */
export function findTitle(
  visible: string,
  regions: readonly Region[],
): { readonly title: string; readonly titleSpan: Span | null } {
  const named = /^[ \t*]{0,4}(?:title|subject)[ \t*]{0,4}:[ \t*]{0,4}(\S[^\r\n]{0,400})/im.exec(
    visible.slice(0, 2_000),
  );
  if (named?.[1]) {
    const start = named.index + named[0].length - named[1].length;
    return found(named[1], { start, end: start + named[1].trimEnd().length });
  }
  const heading = regions.find(
    (region) => region.kind === 'heading' && region.text !== '' && !TEMPLATE.test(region.text),
  );
  const code = regions.filter((region) => region.kind === 'code');
  const first = splitLines(visible.slice(0, 20_000)).find(
    (line) =>
      line.text.trim() !== '' &&
      !TEMPLATE.test(line.text.slice(0, 200).replace(/^#+ /, '')) &&
      !code.some((region) => region.span.start <= line.start && line.start < region.span.end),
  );
  if (heading?.kind === 'heading') return found(heading.text, heading.span);
  if (first) {
    const thrown = /^\s*Traceback \(/.test(first.text) ? exceptionAfter(visible, first.start) : null;
    if (thrown) return found(thrown.text, thrown.span);
    const start = first.start + first.text.length - first.text.trimStart().length;
    return found(first.text.trim(), { start, end: start + first.text.trim().length });
  }
  return { title: '', titleSpan: null };
}

/** The first line after a traceback's head that is not indented: the exception's. */
function exceptionAfter(visible: string, start: number): { readonly text: string; readonly span: Span } | null {
  const after = visible.slice(start, start + 20_000);
  const line = splitLines(after).find(({ text }, index) => index > 0 && /^[A-Za-z_][\w.]*(?::|$)/.test(text));
  return line
    ? { text: line.text, span: { start: start + line.start, end: start + line.start + line.text.length } }
    : null;
}

function found(text: string, span: Span): { title: string; titleSpan: Span } {
  return { title: text.trim().replace(/\s+/g, ' ').slice(0, LONGEST_TITLE), titleSpan: span };
}
