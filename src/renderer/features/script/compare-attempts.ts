import type { Attempt } from '../../../protocol/attempt';
import type { ReproductionState } from '../../../protocol/reproduction/state';

/**
 * The attempt that a script is held against: the chosen one, else its parent, else the one before it. A script that is
 * being edited may be held against itself as it was kept.
 */
export function comparedWith(options: {
  readonly state: ReproductionState;
  readonly attempt: Attempt;
  readonly chosen: string | null;
  readonly edited: boolean;
}): Attempt | null {
  const { state, attempt, chosen, edited } = options;
  const others = state.attempts.filter((it) => edited || it.id !== attempt.id);
  const find = (id: string | null): Attempt | undefined => others.find((it) => it.id === id);
  const before = others.findLast((it) => it.number < attempt.number);
  return find(chosen) ?? (edited ? attempt : (find(attempt.parentId) ?? before ?? others[0] ?? null));
}

/** The newest attempt that Reprise or a model made below this one, since somebody began to edit it. Null: there is none. */
export function newerOfReprise({ attempts }: ReproductionState, attempt: Attempt): Attempt | null {
  const below = new Set([attempt.id]);
  let newest: Attempt | null = null;
  for (const one of attempts) {
    if (one.parentId === null || !below.has(one.parentId)) continue;
    below.add(one.id);
    if (one.author !== 'user' && one.edit.kind !== 'control') newest = one;
  }
  return newest;
}
