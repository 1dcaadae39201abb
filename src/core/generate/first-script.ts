import type { Span } from '../../protocol/primitives';
import type { ReportBlock, ReportReadOut } from '../../protocol/report';
import type { Script } from '../../protocol/script';
import type { DigestOf } from '../ports/digests';
import { cleanSnippet } from './clean-snippet';
import { isCure } from './is-cure';
import { ours, toScript, type ScriptLine } from './script-lines';
import { usableSnippets } from './usable-snippets';

/** Finds each line of a block in the report's source, from the block's start on. Null: layout hides it there. */
function linesOf(block: ReportBlock, source: string): readonly ScriptLine[] {
  let from = block.span.start;
  return cleanSnippet(block.text).map(({ text, original }) => {
    const wanted = original.trim();
    const start = wanted === '' ? -1 : source.indexOf(wanted, from);
    let span: Span | null = null;
    if (start >= 0 && start + wanted.length <= block.span.end) {
      span = { start, end: start + wanted.length };
      from = span.end;
    }
    return { text, provenance: { origin: 'report', span } };
  });
}

/**
 * The report's own code as one script: its snippets in their order, a blank line between two, each line with its place
 * in `source`, the report's text. Null where the report has no code.
 */
export function firstScript(options: {
  readonly readOut: ReportReadOut;
  readonly source: string;
  readonly digestOf: DigestOf;
}): Script | null {
  const lines: ScriptLine[] = [];
  const all = usableSnippets(options.readOut);
  const complaint = all.filter((block) => !isCure(block, options.readOut, options.source));
  for (const block of complaint.length > 0 ? complaint : all) {
    const own = linesOf(block, options.source);
    if (own.length === 0) continue;
    if (lines.length > 0) lines.push({ text: '', provenance: ours });
    lines.push(...own);
  }
  return lines.length === 0 ? null : toScript(lines, options.digestOf);
}
