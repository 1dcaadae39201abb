import { createReadableWriter, type ReadableText } from './readable-text';

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '...',
  ndash: '-',
  mdash: '-',
  lsquo: "'",
  rsquo: "'",
  ldquo: '"',
  rdquo: '"',
};
const TOKEN =
  /<!--|<!doctype[^<>]{0,300}>|<\/?([A-Za-z][A-Za-z0-9]{0,20})\b[^<>]{0,2000}>|&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|([a-z]{2,8}));/gi;
const BLOCKS = /^(?:p|div|br|tr|table|ul|ol|section|article|blockquote|header|footer|td|th|hr)$/;
const DROPPED = /^(?:script|style|noscript|svg|nav|template)$/;
/** Entities that stand in code which was copied from the source of a page. */
const ESCAPED = /&(?:quot|lt|gt|#39|#x27);/;

/** Whether a source is a page, or a piece of one, and not Markdown that holds some tags. */
export function isPage(source: string): boolean {
  const head = source.slice(0, 2_000).trimStart();
  if (/^<(?:!doctype html|html|head|body)\b/i.test(head)) return true;
  return (
    /^<(?:p|div|h[1-6]|pre|article|section|blockquote|ul)\b/i.test(head) && /<\/(?:p|pre|div|h[1-6])>/i.test(source)
  );
}

/**
 * A page as Markdown: headings, paragraphs, code. A text whose code was copied with its entities is taken as it stands, with
 * the entities resolved. Null: neither.
 */
export function fromHtml(source: string): ReadableText | null {
  const page = isPage(source);
  if (!page && !ESCAPED.test(source)) return null;
  const writer = createReadableWriter();
  let at = 0;
  let pre = 0;
  let dropped: string | null = null;
  const copy = (end: number): void => {
    if (dropped === null && end > at) writer.add(source.slice(at, end), at, end);
    at = end;
  };
  for (const token of source.matchAll(TOKEN)) {
    if (token.index < at) continue;
    const end = token.index + token[0].length;
    // A comment that the page shows as text must not become one that hides what follows.
    const entity = source.startsWith('!--', end) ? token[0] : textOf(token);
    if (entity !== null) {
      copy(token.index);
      if (dropped === null) writer.add(entity, token.index, end);
      at = end;
      continue;
    }
    if (!page) continue;
    copy(token.index);
    at = end;
    if (token[0] === '<!--') {
      const close = source.indexOf('-->', end);
      at = close < 0 ? source.length : close + 3;
      if (dropped === null) writer.add(source.slice(token.index, at), token.index, at);
      continue;
    }
    const name = (token[1] ?? '').toLowerCase();
    const closing = token[0].startsWith('</');
    if (dropped !== null) {
      if (closing && name === dropped) dropped = null;
      continue;
    }
    if (DROPPED.test(name) && !closing && !token[0].endsWith('/>')) {
      dropped = name;
      continue;
    }
    if (name === 'pre') pre += closing ? (pre > 0 ? -1 : 0) : 1;
    const mark = markOf(name, closing, pre);
    if (mark !== '') writer.add(mark, token.index, end);
  }
  copy(source.length);
  return writer.finish();
}

function markOf(name: string, closing: boolean, pre: number): string {
  if (name === 'pre') return closing ? '\n```\n\n' : '\n\n```\n';
  if (pre > 0) return name === 'br' ? '\n' : '';
  if (name === 'code') return '`';
  if (/^h[1-6]$/.test(name)) return closing ? '\n\n' : `\n\n${'#'.repeat(Number(name.slice(1)))} `;
  if (name === 'title') return closing ? '\n\n' : '\n\n# ';
  if (name === 'li') return closing ? '\n' : '\n- ';
  return BLOCKS.test(name) ? '\n\n' : '';
}

function textOf(token: RegExpMatchArray): string | null {
  const code = token[2] !== undefined ? Number(token[2]) : token[3] !== undefined ? parseInt(token[3], 16) : null;
  if (code !== null)
    return code > 0 && code < 0x110000 && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '';
  return token[4] === undefined ? null : (ENTITIES[token[4]] ?? token[0]);
}
