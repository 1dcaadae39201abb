import type { Attempt } from '../../../protocol/attempt';
import { changeBetween, draftText, type DraftHistory, type TextChange } from '../../../protocol/draft';
import type { Past } from './replay-history';

/** Attempts above one that undo goes back over. */
const MOST_ABOVE = 12;

/** The attempts that a script came from, oldest first. */
export function attemptsAbove(attempts: readonly Attempt[], attempt: Attempt): Attempt[] {
  const above: Attempt[] = [];
  let parent = attempts.find(({ id }) => id === attempt.parentId);
  while (parent && above.length < MOST_ABOVE) {
    above.unshift(parent);
    const { parentId } = parent;
    parent = attempts.find(({ id }) => id === parentId);
  }
  return above;
}

/** The past of a script: the scripts that it came from, the script itself, and the user's unkept changes of it. */
export interface ScriptPast extends Past {
  /** Steps before the script itself. */
  readonly above: number;
}

/** Puts the past of a script together. `texts`: the scripts above it, oldest first. */
export function pastOf(texts: readonly string[], base: string, history: DraftHistory): ScriptPast {
  const changes: TextChange[] = [];
  let now = texts[0] ?? base;
  for (const text of [...texts.slice(1), base]) {
    const change = changeBetween(now, text);
    if (change) changes.push(change);
    now = text;
  }
  const above = changes.length;
  const fits = draftText(base, { changes: history.changes, done: history.changes.length }) !== null;
  const own = fits ? history : { changes: [], done: 0 };
  return { first: texts[0] ?? base, changes: [...changes, ...own.changes], done: above + own.done, above };
}
