import type { StoreApi } from 'zustand/vanilla';
import {
  changeBetween,
  draftText,
  emptyDraft,
  foldDraft,
  type DraftEntry,
  type DraftHistory,
} from '../../protocol/draft';
import type { AppState } from './app-state';
import { draftKey } from './draft-key';
import type { App } from './create-app';
import type { Memory } from './memory';

/** An attempt with the text of its script, to which its draft belongs. */
export interface DraftOf {
  readonly reproductionId: string;
  readonly attemptId: string;
  readonly base: string;
}

/** The user's unkept texts: on the screen at once, and step by step at the host, so that undo goes on after a restart. */
export interface Drafts {
  /** Reads what was noted earlier. */
  open(of: DraftOf): void;
  /** Null forgets the draft. */
  write(reproductionId: string, attemptId: string, text: string | null): void;
  /** Notes where the text has come to rest: at a step of the history, or, null, at a new one. Returns the step. */
  settle(of: DraftOf, text: string, step: number | null): number;
  /** Writes and notes in one. */
  change(of: DraftOf, text: string): void;
  /** Goes to a step of the history. */
  move(of: DraftOf, step: number): void;
  /** Marks hunks as taken. */
  take(of: DraftOf, marks: readonly string[]): void;
  /** Sends what could not be sent while there was no connection. */
  send(): void;
}

export function keepDrafts(options: {
  readonly store: StoreApi<AppState>;
  readonly memory: Pick<Memory, 'writeDrafts'>;
  readonly ask: App['ask'];
}): Drafts {
  const { store, memory, ask } = options;
  const asked = new Set<string>();
  const waiting: { readonly reproductionId: string; readonly attemptId: string; readonly entry: DraftEntry }[] = [];
  let sending = false;
  const historyOf = (key: string): DraftHistory => store.getState().histories[key] ?? emptyDraft;

  function keep(key: string, history: DraftHistory): void {
    store.setState({ histories: { ...store.getState().histories, [key]: history } });
  }

  function note({ reproductionId, attemptId }: Omit<DraftOf, 'base'>, entry: DraftEntry): void {
    const key = draftKey(reproductionId, attemptId);
    keep(key, foldDraft(historyOf(key), entry));
    waiting.push({ reproductionId, attemptId, entry });
    void send();
  }

  /** In their order, since each counts from the one before it. */
  async function send(): Promise<void> {
    if (sending) return;
    sending = true;
    for (let next = waiting[0]; next && isConnected(); next = waiting[0]) {
      const sent = await ask('draft/record', next);
      if (sent || isConnected()) waiting.shift();
    }
    sending = false;
  }

  const isConnected = (): boolean => store.getState().connection.kind === 'open';

  const write: Drafts['write'] = (reproductionId, attemptId, text) => {
    const key = draftKey(reproductionId, attemptId);
    const { [key]: _old, ...others } = store.getState().drafts;
    const drafts = text === null ? others : { ...others, [key]: text };
    store.setState({ drafts });
    memory.writeDrafts(drafts);
    if (text === null && historyOf(key).done > 0) note({ reproductionId, attemptId }, { done: 0, change: null });
  };

  const show = ({ reproductionId, attemptId, base }: DraftOf, text: string): void => {
    write(reproductionId, attemptId, text === base ? null : text);
  };

  const settle: Drafts['settle'] = (of, text, step) => {
    const key = draftKey(of.reproductionId, of.attemptId);
    const history = historyOf(key);
    if (step !== null && step >= 0 && step <= history.changes.length) {
      if (step !== history.done) note(of, { done: step, change: null });
      return step;
    }
    const now = draftText(of.base, history);
    const change = changeBetween(now ?? of.base, text);
    // A history of another text is of no use: the new one begins at the script.
    if (change) note(of, { done: now === null ? 0 : history.done, change });
    return historyOf(key).done;
  };

  return {
    open: (of) => {
      const key = draftKey(of.reproductionId, of.attemptId);
      if (store.getState().histories[key] || asked.has(key)) return;
      asked.add(key);
      const { reproductionId, attemptId } = of;
      void ask('draft/read', { reproductionId, attemptId }).then((read) => {
        asked.delete(key);
        const text = read && draftText(of.base, read);
        keep(key, read && text !== null ? read : emptyDraft);
        // What this page has is newer than what was noted of it.
        if (text !== null && text !== of.base && store.getState().drafts[key] === undefined) show(of, text);
      });
    },
    write,
    settle,
    change: (of, text) => {
      settle(of, text, null);
      show(of, text);
    },
    move: (of, step) => {
      const history = historyOf(draftKey(of.reproductionId, of.attemptId));
      const text = draftText(of.base, { changes: history.changes, done: step });
      if (text === null) return;
      settle(of, text, step);
      show(of, text);
    },
    take: (of, marks) => {
      const { done } = historyOf(draftKey(of.reproductionId, of.attemptId));
      note(of, { done, change: null, taken: [...marks] });
    },
    send: () => void send(),
  };
}
