import { normaliseName } from '../../../protocol/requirement';

/** Letters that are taken for one another, and what is often put before or behind a name. */
const alike: readonly (readonly [RegExp, string])[] = [
  [/[-_.]/g, ''],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/0/g, 'o'],
  [/[1i]/g, 'l'],
  [/5/g, 's'],
];
const SHORT = 4;

/** The known name that another looks like: by letters that look alike, by its words in another order, or with a slip or two. Null: none. */
export function nearestKnown(name: string, known: Iterable<string>): string | null {
  const wanted = normaliseName(name);
  const key = keyOf(wanted);
  const words = wordsOf(wanted);
  let best: { readonly name: string; readonly slips: number } | null = null;
  for (const one of known) {
    if (one === wanted) continue;
    const isSame = keyOf(one) === key || keyOf(bare(one)) === keyOf(bare(wanted)) || wordsOf(one) === words;
    const most = Math.min(one.length, wanted.length) <= SHORT ? 1 : 2;
    const slips = isSame ? 0 : slipsBetween(keyOf(one), key, most);
    if (slips <= most && (best === null || slips < best.slips)) best = { name: one, slips };
  }
  return best?.name ?? null;
}

function keyOf(name: string): string {
  return alike.reduce((text, [pattern, letter]) => text.replace(pattern, letter), name);
}

function bare(name: string): string {
  return name.replace(/^(?:python3?|py)-|-(?:python3?|py)$|\d+$/g, '');
}

function wordsOf(name: string): string {
  return name.split('-').sort().join('-');
}

/** Letters that are left out, put in, exchanged or swapped between two words; more than `most` reads as one more. */
function slipsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: readonly number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next.push(
        Math.min(
          (next[j - 1] ?? 0) + 1,
          (row[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (before[j - 2] ?? 0) + 1 : most + 1,
        ),
      );
    }
    if (Math.min(...next) > most) return most + 1;
    before = row;
    row = next;
  }
  return row[b.length] ?? most + 1;
}
