/** What came of two changes of one text. `overruled`: changes of theirs that touch lines which ours changed; ours stand. */
export interface Merged {
  readonly text: string;
  readonly overruled: number;
}

/** Places of a longest common subsequence of lines, as pairs in their order. */
function commonLines(a: readonly string[], b: readonly string[]): readonly (readonly [number, number])[] {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return pairs;
}

interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** What was changed of `base`, as replacements of ranges of its lines. */
function hunksOf(base: readonly string[], changed: readonly string[]): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let i = 0;
  let j = 0;
  for (const [nextI, nextJ] of [...commonLines(base, changed), [base.length, changed.length] as const]) {
    if (nextI > i || nextJ > j) hunks.push({ start: i, end: nextI, lines: changed.slice(j, nextJ) });
    i = nextI + 1;
    j = nextJ + 1;
  }
  return hunks;
}

/** Two changes meet where they touch the same lines, or put lines in at the same place. */
function meet(a: Hunk, b: Hunk): boolean {
  return a.start <= b.end && b.start <= a.end;
}

/** Texts of more lines are not compared; ours stands as it is. */
const MOST_LINES = 3_000;

/** Merges two changes of `base`. Where both touch the same lines ours stand whole, so that nothing of the user's is lost. */
export function mergeTexts(base: string, ours: string, theirs: string): Merged {
  if (ours === base) return { text: theirs, overruled: 0 };
  if (theirs === base || theirs === ours) return { text: ours, overruled: 0 };
  const split = (text: string): readonly string[] => text.split('\n');
  const lines = split(base);
  if ([base, ours, theirs].some((text) => split(text).length > MOST_LINES)) return { text: ours, overruled: 1 };
  const kept = hunksOf(lines, split(ours));
  const wanted = hunksOf(lines, split(theirs));
  const free = wanted.filter((hunk) => !kept.some((own) => meet(own, hunk)));
  const all = [...kept, ...free].sort((a, b) => a.start - b.start || a.end - b.end);
  const merged: string[] = [];
  let at = 0;
  for (const hunk of all) {
    merged.push(...lines.slice(at, hunk.start), ...hunk.lines);
    at = hunk.end;
  }
  merged.push(...lines.slice(at));
  return { text: merged.join('\n'), overruled: wanted.length - free.length };
}
