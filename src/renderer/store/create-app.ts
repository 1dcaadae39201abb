import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client } from '../../protocol/client';
import type { MethodName, Params, Result } from '../../protocol/methods';
import type { RunActKind, RunWish } from '../../protocol/run-offer';
import { message } from '../../protocol/catalogue/catalogue';
import type { Connection } from '../client/keep-connected';
import { createTerminalFeeds, type TerminalFeeds } from '../terminal/terminal-feeds';
import { followReproduction, type Following } from './follow-reproduction';
import {
  freshView,
  initialState,
  openedId,
  type AppState,
  type AsideWish,
  type OpenDialog,
  type View,
} from './app-state';
import { keepDrafts, type Drafts } from './keep-drafts';
import type { Memory } from './memory';

/** The page's state and what can be done with it. Everything that the screen does goes through here. */
export interface App {
  readonly store: StoreApi<AppState>;
  readonly feeds: TerminalFeeds;
  /** Calls the host. A refusal becomes the problem on the screen, and null; `quiet`: null alone, for what nobody has asked for by hand. */
  ask<M extends MethodName>(method: M, params: Params<M>, how?: 'quiet'): Promise<Result<M> | null>;
  open(id: string | null, view?: View): void;
  look(change: Partial<View>): void;
  dialog(dialog: OpenDialog): void;
  readonly drafts: Drafts;
  /** The report that was pasted and is no reproduction yet; it outlives a reload. */
  readonly pasted: Pick<Memory, 'readPasted' | 'writePasted'>;
  report(problem: string | null): void;
  /** Moves the keyboard to the Run surface: to the button of this act, or to its main one. */
  toSurface(act: RunActKind | null): void;
  /** Asks the Run surface for what only it may change. */
  askSettings(settings: Extract<RunWish, { kind: 'settings' }> | null): void;
  /** Asks the Run surface to move environments of ours into the trash; null leaves them. */
  askRemoval(removal: Extract<RunWish, { kind: 'environments' }> | null): void;
  /** Asks the Run surface for what is done beside the next act; null leaves it. */
  askAside(aside: AsideWish | null): void;
  /** Shows the environments and the hardware of the machine. */
  toMachine(): void;
  /** The host has taken a press in the surface. */
  taken(act: string, address: string | null): void;
  readScript(reproductionId: string, digest: string): void;
  setConnection(connection: Connection): void;
  setClient(client: Client): void;
}

/** Builds the store around a memory. Nothing is connected yet. */
export function createApp(memory: Memory): App {
  const store = createStore<AppState>(() => ({ ...initialState, drafts: memory.readDrafts() }));
  let client: Client | null = null;
  let following: Following | null = null;
  const asked = new Set<string>();
  const feeds = createTerminalFeeds(() => client);
  const set = (change: Partial<AppState>): void => store.setState(change);

  const ask: App['ask'] = async (method, params, how) => {
    const report = (problem: string): void => (how === 'quiet' ? undefined : set({ problem }));
    if (!client) {
      report(message('app.problem.noConnection'));
      return null;
    }
    try {
      return await client.call(method, params);
    } catch (error) {
      report(error instanceof Error ? error.message : String(error));
      return null;
    }
  };

  const follow = (id: string): Following =>
    followReproduction({
      id,
      client: () => client,
      onState: (state) => {
        set({ opened: { kind: 'open', state } });
        if (store.getState().reports[id] === undefined && !asked.has(id)) void readReport(id);
      },
      onFailure: (problem) => set({ opened: { kind: 'failed', id, message: problem } }),
    });

  const readReport = async (id: string): Promise<void> => {
    asked.add(id);
    const report = await ask('report/read', { reproductionId: id });
    asked.delete(id);
    if (report) set({ reports: { ...store.getState().reports, [id]: report.text } });
  };

  const open: App['open'] = (id, view = freshView) => {
    set({ place: 'reproduction' });
    if (id !== null && following?.id === id && store.getState().opened.kind !== 'failed') return;
    following?.end();
    following = id === null ? null : follow(id);
    set({ opened: id === null ? { kind: 'none' } : { kind: 'loading', id }, view, problem: null });
    memory.writeOpened(id, view);
    following?.attach();
  };

  const greet = async (): Promise<void> => {
    const [about, settings, examples, list] = await Promise.all([
      ask('app/describe', {}),
      ask('settings/read', {}),
      ask('example/list', {}),
      ask('reproduction/list', {}),
    ]);
    const now = store.getState();
    set({
      about: about ?? now.about,
      settings: settings ?? now.settings,
      examples: examples?.examples ?? now.examples,
      list: list?.reproductions ?? now.list,
      listLoaded: now.listLoaded || list !== null,
    });
  };

  const taken: App['taken'] = (act, address) => {
    if (store.getState().surface.settings) {
      set({ surface: { ...store.getState().surface, settings: null } });
      void ask('settings/read', {}).then((settings) => settings && set({ settings }));
      return;
    }
    if (store.getState().surface.removal) {
      const { surface, removals } = store.getState();
      set({ surface: { ...surface, removal: null }, removals: act === 'refuse' ? removals : removals + 1 });
      return;
    }
    const { aside } = store.getState().surface;
    if (aside) {
      const published = address === null ? {} : { published: { reproductionId: aside.reproductionId, address } };
      set({ surface: { ...store.getState().surface, aside: null }, ...published });
      if (act === 'minimise') look({ document: 'script', attemptId: null, output: null, below: 'output' });
      return;
    }
    // What was started is followed; an attempt that was chosen stays the one that is looked at.
    if (act === 'stop' || act === 'refuse') return;
    const { view } = store.getState();
    const chosen =
      act === 'runAttempt'
        ? { document: 'script' as const, attemptId: view.attemptId }
        : { document: null, attemptId: null };
    look({ ...chosen, output: null, below: 'output' });
  };

  const look: App['look'] = (change) => {
    const view = { ...store.getState().view, ...change };
    set({ view, place: 'reproduction' });
    memory.writeOpened(openedId(store.getState().opened), view);
  };

  const drafts = keepDrafts({ store, memory, ask });

  return {
    store,
    feeds,
    ask,
    open,
    look,
    dialog: (dialog) => set({ dialog }),
    drafts,
    pasted: memory,
    report: (problem) => set({ problem }),
    toSurface: (act) => set({ surface: { ...store.getState().surface, focus: { act } } }),
    askSettings: (settings) => set({ surface: { ...store.getState().surface, settings, focus: { act: null } } }),
    askRemoval: (removal) => {
      const focus = removal ? { act: null } : null;
      set({ surface: { ...store.getState().surface, removal, focus } });
    },
    askAside: (aside) => {
      const focus = aside ? { act: null } : null;
      set({ surface: { ...store.getState().surface, aside, focus } });
    },
    toMachine: () => set({ place: 'machine' }),
    taken,
    readScript: (reproductionId, digest) => {
      if (store.getState().scripts[digest] || asked.has(digest)) return;
      asked.add(digest);
      void ask('script/read', { reproductionId, digest }).then((answer) => {
        asked.delete(digest);
        if (answer) set({ scripts: { ...store.getState().scripts, [digest]: answer.script } });
      });
    },
    setConnection: (connection) => {
      if (connection.kind === 'waiting') client = null;
      set({ connection });
    },
    setClient: (next) => {
      client = next;
      next.listen({
        onEvent: (envelope) => following?.onEvent(envelope),
        onChunk: feeds.onChunk,
        onTerminal: feeds.onTerminal,
        onListChanged: ({ summary, removedId }) => {
          const others = store.getState().list.filter((item) => item.id !== removedId && item.id !== summary?.id);
          set({ list: summary ? [...others, summary] : others });
          if (removedId !== null && removedId === openedId(store.getState().opened)) open(null);
        },
      });
      void greet();
      const kept = following ? null : memory.readOpened();
      if (kept) open(kept.id, kept.view);
      else following?.attach();
      feeds.attachAll();
      drafts.send();
    },
  };
}
