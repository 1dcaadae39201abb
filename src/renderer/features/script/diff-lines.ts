/** A place where two texts differ. Lines count from 1; a side without lines stands before its line. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: readonly string[];
  readonly newStart: number;
  readonly newLines: readonly string[];
}

/** Changed lines beyond which the rest counts as one hunk: what nobody reads line by line is not worth the wait. */
const MOST_EDITS = 1200;

/** The lines of a text, without their ends. */
export function linesOf(text: string): string[] {
  return text.split('\n');
}

/** Where the second text differs from the first, by the fewest changed lines (Myers, An O(ND) difference algorithm, 1986). */
export function diffLines(before: readonly string[], after: readonly string[]): Hunk[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const a = before.slice(start, before.length - end);
  const b = after.slice(start, after.length - end);
  if (a.length === 0 && b.length === 0) return [];
  const same = commonLines(a, b);
  const hunks: Hunk[] = [];
  let x = 0;
  let y = 0;
  for (const [i, j] of [...same, [a.length, b.length] as const]) {
    if (i > x || j > y) {
      hunks.push({
        oldStart: start + x + 1,
        oldLines: a.slice(x, i),
        newStart: start + y + 1,
        newLines: b.slice(y, j),
      });
    }
    x = i + 1;
    y = j + 1;
  }
  return hunks;
}

/** Pairs of places of the lines that stay, in order. Too many changes: none stay. */
function commonLines(a: readonly string[], b: readonly string[]): (readonly [number, number])[] {
  const most = Math.min(a.length + b.length, MOST_EDITS);
  const offset = most + 1;
  const furthest = new Int32Array(2 * most + 3);
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    trace.push(furthest.slice(offset - edits - 1, offset + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const left = furthest[offset + diagonal - 1] ?? 0;
      const right = furthest[offset + diagonal + 1] ?? 0;
      let x = diagonal === -edits || (diagonal !== edits && left < right) ? right : left + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
      furthest[offset + diagonal] = x;
      if (x >= a.length && x - diagonal >= b.length) return walkBack(a.length, b.length, trace);
    }
  }
  return [];
}

/** The way that the search went, from its end. `trace[d]` holds the diagonals from −d−1 to d+1 as they were before round d. */
function walkBack(xEnd: number, yEnd: number, trace: readonly Int32Array[]): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  let x = xEnd;
  let y = yEnd;
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const row = trace[edits] ?? new Int32Array();
    const at = (diagonal: number): number => row[diagonal + edits + 1] ?? 0;
    const diagonal = x - y;
    const down = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1));
    const fromDiagonal = down ? diagonal + 1 : diagonal - 1;
    const fromX = edits === 0 ? 0 : at(fromDiagonal);
    const fromY = edits === 0 ? 0 : fromX - fromDiagonal;
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      x -= 1;
      y -= 1;
      pairs.push([x, y]);
      if (edits > 0 && (down ? x === fromX && y === fromY + 1 : x === fromX + 1 && y === fromY)) break;
    }
    x = fromX;
    y = fromY;
  }
  return pairs.reverse();
}

/** The new text with one hunk as the old text has it. */
export function leaveOut(after: string, { newStart, newLines, oldLines }: Hunk): string {
  return linesOf(after)
    .toSpliced(newStart - 1, newLines.length, ...oldLines)
    .join('\n');
}

/** A mark by which a hunk is known again: what it takes away and what it puts there, not where. */
export function markOf({ oldLines, newLines }: Hunk): string {
  let sum = 2166136261;
  for (const letter of [...oldLines, '\u0000', ...newLines].join('\n')) {
    sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0;
  }
  return `${oldLines.length}-${newLines.length}-${sum.toString(16)}`;
}
