/** Lines `start` to `end` (exclusive) of a text that were replaced by `lines`. */
export interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
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

/** What was changed of `base`, as replacements of ranges of its lines, in their order. */
export function hunksOf(base: readonly string[], changed: readonly string[]): readonly Hunk[] {
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

/** A change of a text for reading: lines that went with `-`, lines that came with `+`. */
export function diffText(before: string, after: string): string {
  const lines = before.split('\n');
  return hunksOf(lines, after.split('\n'))
    .flatMap(({ start, end, lines: added }) => [
      ...lines.slice(start, end).map((line) => `-${line}`),
      ...added.map((line) => `+${line}`),
    ])
    .join('\n');
}
