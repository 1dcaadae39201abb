import type { Span } from '../../protocol/primitives';

const OPENING = /<([A-Za-z][A-Za-z0-9]{0,20})\b([^<>]{1,1000})>/g;
const WHITE = String.raw`(?:white(?:smoke)?|snow|#f[c-f]f[c-f]f[c-f]|#fff|rgba?\(\s?25[0-5]\s?,\s?25[0-5]\s?,\s?25[0-5](?:\s?,\s?[\d.]{1,5})?\s?\)|transparent)`;
/** Ways in which a page keeps text from its reader. A data table. */
const unseen = new RegExp(
  String.raw`(?:^|[;"'\s])(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden|opacity\s{0,3}:\s{0,3}0(?:\.0{1,4})?(?![.\d])|font-size\s{0,3}:\s{0,3}[01](?:\.\d{1,4})?(?:px|pt|em|rem|%)?(?![.\d])|(?:text-indent|left|top)\s{0,3}:\s{0,3}-\d{3,6})|\shidden(?:\s|=|$)`,
  'i',
);
const whiteText = new RegExp(String.raw`(?:^|[;"'\s])color\s{0,3}[:=]\s{0,3}["']?${WHITE}(?![\w])`, 'i');
const background = /(?:background(?:-color)?|bgcolor)\s{0,3}[:=]\s{0,3}["']?([^;"']{1,60})/i;
/** Formulas that show nothing: `$\color{white}{…}$`, `\phantom{…}`. */
const FORMULA = /\\(?:color\{white\}|textcolor\{white\}|phantom)\s?\{[^{}]{1,2000}\}/g;
const MOST = 500;

/**
 * Text that the marks of a page keep from its reader: white on white, of no size, not displayed. Outside of the places of
 * `code`. Linear: each opening mark looks for its end once, and one that is never closed hides all that follows.
 */
export function findInvisible(source: string, code: readonly Span[]): Span[] {
  const found: Span[] = [];
  let block = 0;
  let end = 0;
  for (const match of source.matchAll(OPENING)) {
    if (match.index < end) continue;
    while ((code[block]?.end ?? Infinity) <= match.index) block++;
    if ((code[block]?.start ?? Infinity) <= match.index) continue;
    if (!isUnseen(match[2] ?? '')) continue;
    end = closeOf(source, (match[1] ?? '').toLowerCase(), match.index + match[0].length);
    found.push({ start: match.index, end });
    if (found.length >= MOST) break;
  }
  for (const match of source.matchAll(FORMULA)) {
    const span = { start: match.index, end: match.index + match[0].length };
    if (code.some((place) => place.start <= span.start && span.start < place.end)) continue;
    if (found.length < 2 * MOST && !found.some((place) => place.start <= span.start && span.start < place.end))
      found.push(span);
  }
  return found.sort((a, b) => a.start - b.start);
}

function isUnseen(attributes: string): boolean {
  if (unseen.test(attributes)) return true;
  if (!whiteText.test(attributes.replace(/background-color/gi, 'background'))) return false;
  const behind = background.exec(attributes)?.[1]?.trim();
  return behind === undefined || new RegExp(`^${WHITE}`, 'i').test(behind);
}

/** The end of an element, its own kind within it counted. */
function closeOf(source: string, name: string, from: number): number {
  const marks = new RegExp(`<(/?)${name}\\b[^<>]{0,1000}>`, 'gi');
  marks.lastIndex = from;
  let depth = 1;
  for (let match = marks.exec(source); match; match = marks.exec(source)) {
    if (match[0].endsWith('/>')) continue;
    depth += match[1] === '/' ? -1 : 1;
    if (depth === 0) return match.index + match[0].length;
  }
  return source.length;
}
