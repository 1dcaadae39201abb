import type { Region } from './regions';
import { splitLines, type SourceLine } from './split-lines';

const FENCE = /^[ >]{0,12}(`{3,}|~{3,})\s*([\w+#.-]*)/;

/** Tells headings, fenced code and the rest apart, a line at a time. For texts that a Markdown parser is too slow on. */
export function scanFences(source: string): Region[] {
  const regions: Region[] = [];
  let open: { readonly mark: string; readonly language: string | null; readonly line: SourceLine } | null = null;
  let code: string[] = [];
  let prose: { start: number; end: number } | null = null;
  for (const line of splitLines(source)) {
    const fence = FENCE.exec(line.text.slice(0, 200));
    if (open) {
      const closes = fence?.[1] && fence[1].startsWith(open.mark) && !fence[2];
      if (!closes) {
        code.push(line.text);
        continue;
      }
      regions.push({
        kind: 'code',
        span: { start: open.line.start, end: line.end },
        text: code.join('\n'),
        language: open.language,
      });
      open = null;
      code = [];
      continue;
    }
    const heading = /^#{1,6}\s+(\S.{0,300})/.exec(line.text.slice(0, 320));
    const ends = fence !== null || heading !== null || line.text.trim() === '';
    if (ends && prose) {
      regions.push({ kind: 'prose', span: prose });
      prose = null;
    }
    if (fence?.[1]) open = { mark: fence[1], language: fence[2] || null, line };
    else if (heading?.[1])
      regions.push({ kind: 'heading', span: { start: line.start, end: line.end }, text: heading[1].trim() });
    else if (!ends) prose = prose ? { start: prose.start, end: line.end } : { start: line.start, end: line.end };
  }
  if (open) {
    regions.push({
      kind: 'code',
      span: { start: open.line.start, end: source.length },
      text: code.join('\n'),
      language: open.language,
    });
  }
  if (prose) regions.push({ kind: 'prose', span: prose });
  return regions;
}
