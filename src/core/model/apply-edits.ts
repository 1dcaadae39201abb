import type { ScriptEdit } from '../../protocol/model';

/** An edit whose anchor is not in the script, or more than once. `near`: lines of the script that look like its first line. */
export interface Miss {
  readonly anchor: string;
  readonly why: 'absent' | 'ambiguous';
  readonly near: readonly string[];
}

export type Applied =
  { readonly kind: 'applied'; readonly text: string } | { readonly kind: 'missed'; readonly misses: readonly Miss[] };

function linesOf(text: string): readonly string[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop();
  while (lines.length > 0 && lines[0]?.trim() === '') lines.shift();
  return lines;
}

/** Where a run of lines stands, by an equality of lines. */
function placesOf(
  lines: readonly string[],
  wanted: readonly string[],
  same: (a: string, b: string) => boolean,
): number[] {
  const places: number[] = [];
  for (let at = 0; at + wanted.length <= lines.length; at += 1) {
    if (wanted.every((line, index) => same(lines[at + index] ?? '', line))) places.push(at);
  }
  return places;
}

const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? '';

/** Lines moved as far to the right or left as the anchor stands off in the script. */
function reindent(lines: readonly string[], from: string, to: string): readonly string[] {
  if (from === to) return lines;
  return lines.map((line) => (line.trim() === '' || !line.startsWith(from) ? line : to + line.slice(from.length)));
}

/** Numbers that a model copies from a listing: `12: x = 1`. */
function withoutNumbers(lines: readonly string[]): readonly string[] {
  const numbered = lines.every((line) => /^\s*\d+\s?[:|]\s?/.test(line) || line.trim() === '');
  return numbered ? lines.map((line) => line.replace(/^\s*\d+\s?[:|]\s?/, '')) : lines;
}

interface Place {
  readonly at: number;
  readonly count: number;
  readonly indent: { readonly from: string; readonly to: string };
}

/** A line without what writers of code do not agree about: blanks, and the kind of quotes. */
const tight = (line: string): string => line.replace(/\s+/g, '').replace(/"/g, "'");

function findPlace(lines: readonly string[], anchor: readonly string[]): Place | Miss['why'] {
  const equalities: readonly ((a: string, b: string) => boolean)[] = [
    (a, b) => a === b,
    (a, b) => a.trimEnd() === b.trimEnd(),
    (a, b) => a.trim() === b.trim(),
    (a, b) => tight(a) === tight(b),
  ];
  for (const same of equalities) {
    const [at, ...more] = placesOf(lines, anchor, same);
    if (at === undefined) continue;
    if (more.length > 0) return 'ambiguous';
    const indent = { from: indentOf(anchor[0] ?? ''), to: indentOf(lines[at] ?? '') };
    return { at, count: anchor.length, indent };
  }
  return 'absent';
}

/** Fewer letters are found by chance. */
const LEAST_PART = 4;

/**
 * The line that holds an anchor of less than a line, where it stands once in the script: with the part replaced, or as it is where
 * the edit puts lines beside it. Null: there is no such line, or what replaces it is more than a part of a line.
 */
function findPart(
  lines: readonly string[],
  anchor: readonly string[],
  added: readonly string[],
  place: ScriptEdit['place'],
): { readonly at: number; readonly line: string } | null {
  const part = anchor[0]?.trim() ?? '';
  const [found, ...more] = lines.flatMap((line, at) => (line.includes(part) ? [{ line, at }] : []));
  if (anchor.length !== 1 || part.length < LEAST_PART || !found || more.length > 0) return null;
  const { line, at } = found;
  if (place !== 'replace') return { at, line };
  const start = line.indexOf(part);
  if (added.length !== 1 || line.indexOf(part, start + 1) !== -1) return null;
  return { at, line: line.slice(0, start) + (added[0] ?? '').trim() + line.slice(start + part.length) };
}

function nearLines(lines: readonly string[], anchor: readonly string[]): readonly string[] {
  const words = new Set((anchor[0] ?? '').match(/\w+/g) ?? []);
  return lines
    .map((line) => ({ line, shared: (line.match(/\w+/g) ?? []).filter((word) => words.has(word)).length }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .slice(0, 3)
    .map(({ line }) => line);
}

/**
 * Applies edits in their order, each to what those before it left. An anchor is whole lines, as they stand in the script; it may
 * stand off by its indentation, and then what replaces it moves along, by its blanks and quotes, or be a part of one line that
 * stands nowhere else. One miss, and nothing is changed.
 */
export function applyEdits(script: string, edits: readonly ScriptEdit[]): Applied {
  let lines: readonly string[] = script.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  const misses: Miss[] = [];
  for (const edit of edits) {
    const anchor = withoutNumbers(linesOf(edit.anchor));
    // Who puts a line in place of itself, or beside itself, wants nothing.
    if (anchor.length > 0 && edit.anchor.trim() === edit.replacement.trim()) continue;
    const replacement = withoutNumbers(edit.replacement.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n'));
    const added = edit.replacement === '' && edit.place === 'replace' ? [] : replacement;
    if (anchor.length === 0) {
      if (edit.place === 'before') lines = [...added, ...lines];
      else if (edit.place === 'after') lines = [...lines, ...added];
      else misses.push({ anchor: edit.anchor, why: 'absent', near: [] });
      continue;
    }
    const place = findPlace(lines, anchor);
    const part = place === 'absent' ? findPart(lines, anchor, added, edit.place) : null;
    if (part && edit.place === 'replace') {
      lines = lines.map((line, at) => (at === part.at ? part.line : line));
      continue;
    }
    if (part) {
      const moved = reindent(added, indentOf(added[0] ?? ''), indentOf(part.line));
      const at = edit.place === 'after' ? part.at + 1 : part.at;
      lines = [...lines.slice(0, at), ...moved, ...lines.slice(at)];
      continue;
    }
    if (typeof place === 'string') {
      misses.push({ anchor: anchor.join('\n'), why: place, near: nearLines(lines, anchor) });
      continue;
    }
    const moved = reindent(added, place.indent.from, place.indent.to);
    const start = edit.place === 'after' ? place.at + place.count : place.at;
    const end = edit.place === 'replace' ? place.at + place.count : start;
    lines = [...lines.slice(0, start), ...moved, ...lines.slice(end)];
  }
  return misses.length > 0 ? { kind: 'missed', misses } : { kind: 'applied', text: `${lines.join('\n')}\n` };
}
