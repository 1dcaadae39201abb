import { hunksOf, type Hunk } from './line-hunks';

/** What came of two changes of one text. `overruled`: changes of theirs that touch lines which ours changed; ours stand. */
export interface Merged {
  readonly text: string;
  readonly overruled: number;
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
