import { z } from 'zod';

/** One change of a text: at this UTF-16 offset, `removed` gave way to `inserted`. */
export const TextChange = z.object({
  at: z.number().int().nonnegative(),
  removed: z.string().max(2_000_000),
  inserted: z.string().max(2_000_000),
});
export type TextChange = Readonly<z.infer<typeof TextChange>>;

/** What is noted of a draft: the first `done` changes hold, and `change`, where there is one, follows them in place of what was undone. */
export const DraftEntry = z.object({
  done: z.number().int().nonnegative(),
  change: TextChange.nullable(),
  /** Marks of the hunks that the user has taken. Absent: as before. */
  taken: z.array(z.string().max(64)).max(5000).optional(),
});
export type DraftEntry = z.infer<typeof DraftEntry>;

/** The user's unkept changes of an attempt's script, oldest first. Those after `done` were undone, and can be done again. */
export const DraftHistory = z.object({
  changes: z.array(TextChange),
  done: z.number().int().nonnegative(),
  taken: z.array(z.string()),
});
export type DraftHistory = z.infer<typeof DraftHistory>;

export const emptyDraft: DraftHistory = { changes: [], done: 0, taken: [] };

/** The history after one more entry. */
export function foldDraft(history: DraftHistory, { done, change, taken }: DraftEntry): DraftHistory {
  const held = Math.min(done, history.changes.length);
  const changes = change ? [...history.changes.slice(0, held), change] : history.changes;
  return { changes, done: change ? held + 1 : held, taken: taken ?? history.taken };
}

/** The one change that makes the second text of the first. Null: they are the same. */
export function changeBetween(before: string, after: string): TextChange | null {
  if (before === after) return null;
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  let end = 0;
  while (
    end < most - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  ) {
    end += 1;
  }
  return {
    at: start,
    removed: before.slice(start, before.length - end),
    inserted: after.slice(start, after.length - end),
  };
}

/** The text after a change. Null: the change is one of another text. */
export function applyChange(text: string, { at, removed, inserted }: TextChange): string | null {
  if (text.slice(at, at + removed.length) !== removed) return null;
  return text.slice(0, at) + inserted + text.slice(at + removed.length);
}

/** The text after the first `done` changes. Null: the history is one of another text. */
export function draftText(base: string, { changes, done }: Pick<DraftHistory, 'changes' | 'done'>): string | null {
  let text: string | null = base;
  for (const change of changes.slice(0, done)) text = text === null ? null : applyChange(text, change);
  return text;
}

/** The same history with at most `keep` changes before what holds: the older ones become one. */
export function shortenDraft(base: string, history: DraftHistory, keep: number): DraftHistory {
  const older = Math.max(0, history.done - keep);
  const middle = draftText(base, { changes: history.changes, done: older });
  if (older < 2 || middle === null) return history;
  const first = changeBetween(base, middle);
  const changes = [...(first ? [first] : []), ...history.changes.slice(older)];
  return { ...history, changes, done: history.done - older + (first ? 1 : 0) };
}
