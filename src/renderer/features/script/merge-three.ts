import { diffLines, linesOf, type Hunk } from './diff-lines';

/** A stretch of a merged text. `settled`: one side changed it, both did the same, or nobody did. */
export type MergePart =
  | { readonly kind: 'settled'; readonly lines: readonly string[]; readonly from: 'base' | 'mine' | 'theirs' | 'both' }
  | {
      readonly kind: 'conflict';
      readonly base: readonly string[];
      readonly mine: readonly string[];
      readonly theirs: readonly string[];
    };

export type Choice = 'mine' | 'theirs' | 'both';

/** Merges two texts that were both made from `base`. Places that both changed, and not alike, are conflicts. */
export function mergeThree(base: string, mine: string, theirs: string): MergePart[] {
  const lines = linesOf(base);
  const ours = diffLines(lines, linesOf(mine));
  const others = diffLines(lines, linesOf(theirs));
  const parts: MergePart[] = [];
  let at = 0;
  while (ours.length > 0 || others.length > 0) {
    const start = Math.min(startOf(ours[0]), startOf(others[0]));
    if (start > at) parts.push({ kind: 'settled', from: 'base', lines: lines.slice(at, start) });
    const left: Hunk[] = [];
    const right: Hunk[] = [];
    let end = start;
    for (;;) {
      const mineNext = ours[0] && touches(ours[0], start, end) ? ours.shift() : undefined;
      const theirsNext = mineNext
        ? undefined
        : others[0] && touches(others[0], start, end)
          ? others.shift()
          : undefined;
      const next = mineNext ?? theirsNext;
      if (!next) break;
      (mineNext ? left : right).push(next);
      end = Math.max(end, endOf(next));
    }
    parts.push(part(lines, start, end, left, right));
    at = end;
  }
  if (at < lines.length) parts.push({ kind: 'settled', from: 'base', lines: lines.slice(at) });
  return parts;
}

/** The merged text, with an answer for each conflict in order. A conflict without one keeps the user's lines. */
export function mergedText(parts: readonly MergePart[], choices: readonly (Choice | null)[]): string {
  let conflict = 0;
  return parts
    .flatMap((one) => {
      if (one.kind === 'settled') return one.lines;
      const choice = choices[conflict++] ?? 'mine';
      if (choice === 'both') return [...one.mine, ...one.theirs];
      return choice === 'mine' ? one.mine : one.theirs;
    })
    .join('\n');
}

function startOf(hunk: Hunk | undefined): number {
  return hunk === undefined ? Number.POSITIVE_INFINITY : hunk.oldStart - 1;
}

function endOf(hunk: Hunk): number {
  return hunk.oldStart - 1 + hunk.oldLines.length;
}

/** Whether a hunk begins within a stretch, or right at its end: two insertions at one place are one place. */
function touches(hunk: Hunk, start: number, end: number): boolean {
  const at = hunk.oldStart - 1;
  return at < end || at === start || (at === end && hunk.oldLines.length === 0);
}

function part(
  lines: readonly string[],
  start: number,
  end: number,
  left: readonly Hunk[],
  right: readonly Hunk[],
): MergePart {
  const base = lines.slice(start, end);
  const mine = within(lines, start, end, left);
  const theirs = within(lines, start, end, right);
  if (right.length === 0) return { kind: 'settled', from: 'mine', lines: mine };
  if (left.length === 0) return { kind: 'settled', from: 'theirs', lines: theirs };
  if (mine.join('\n') === theirs.join('\n')) return { kind: 'settled', from: 'both', lines: mine };
  return { kind: 'conflict', base, mine, theirs };
}

/** A stretch of the base as one side has it. */
function within(lines: readonly string[], start: number, end: number, hunks: readonly Hunk[]): string[] {
  const out: string[] = [];
  let at = start;
  for (const hunk of hunks) {
    out.push(...lines.slice(at, hunk.oldStart - 1), ...hunk.newLines);
    at = endOf(hunk);
  }
  return [...out, ...lines.slice(at, end)];
}
