import type { PipelinePorts, Session } from '../core/pipeline/session';
import { emptyResult } from '../core/pipeline/run-request';
import { message } from '../protocol/catalogue/catalogue';
import { RepriseError } from '../protocol/errors';
import type { EventEnvelope } from '../protocol/reproduction/events';
import { emptyState } from '../protocol/reproduction/reduce';
import type { ReproductionState, ReproductionSummary } from '../protocol/reproduction/state';
import type { Script } from '../protocol/script';
import type { HostPorts } from '../core/ports/host-ports';
import type { LogEntry, Pipeline } from './host-options';
import { isAtRest, listReproductions } from './list-reproductions';
import { createOpenReproduction, type OpenReproduction } from './open-reproduction';
import { stopping } from './refusals';

/** A change of the list, as all clients are told it. */
export interface ListChange {
  readonly summary: ReproductionSummary | null;
  readonly removedId: string | null;
}

/** All reproductions of the data folder. Those that somebody looks at or that run are open; the rest lie on disk. */
export interface Reproductions {
  list(): Promise<readonly ReproductionSummary[]>;
  /** Keeps a reproduction open while `work` runs. Errors: rejects with `notFound`, `unavailable` where it is damaged. */
  use<T>(reproductionId: string, work: (open: OpenReproduction) => Promise<T>): Promise<T>;
  /** Keeps a report, and the script that was given with it, as a new reproduction. Returns its id. Errors: rejects with `unwritable`; then nothing is left behind. */
  create(kept: { readonly text: string; readonly script?: Script }, first: EventEnvelope['event']): Promise<string>;
  /** Errors: rejects with `wrongState` while it runs, `notFound`. */
  remove(reproductionId: string, forGood: boolean): Promise<{ readonly trash: string | null; readonly bytes: number }>;
  /** State of an open reproduction. */
  stateOf(reproductionId: string): ReproductionState | null;
  /** The open reproduction that has this terminal. */
  ownerOfTerminal(terminalId: string): string | null;
  /** Ends all runs and waits for the disk. */
  close(): Promise<void>;
}

export function createReproductions(options: {
  readonly ports: HostPorts;
  readonly pipelinePorts: (stateOf: Reproductions['stateOf']) => PipelinePorts;
  readonly pipeline: Pipeline;
  readonly log: (entry: LogEntry) => void;
  readonly onListChanged: (change: ListChange) => void;
}): Reproductions {
  const { ports, log } = options;
  const { store, summaries } = ports;
  const opening = new Map<string, Promise<OpenReproduction>>();
  const open = new Map<string, OpenReproduction>();
  /** Last writes of those that were let go. */
  const closing = new Map<string, Promise<void>>();
  /** Lines of the list, kept right from when they are first known. Those in it were taken up by this run of the program. */
  const known = new Map<string, ReproductionSummary>();
  let closed = false;
  const stateOf = (id: string) => open.get(id)?.session.state() ?? null;
  const pipelinePorts = options.pipelinePorts(stateOf);

  function keep(initial: ReproductionState): OpenReproduction {
    const { id } = initial;
    const reproduction = createOpenReproduction({
      initial,
      ports: pipelinePorts,
      store,
      summaries,
      pipeline: options.pipeline,
      log,
      onSummary: (summary) => {
        known.set(id, summary);
        options.onListChanged({ summary, removedId: null });
      },
      onIdle: () => letGo(reproduction),
    });
    open.set(id, reproduction);
    return reproduction;
  }

  async function load(id: string): Promise<OpenReproduction> {
    await closing.get(id);
    const stored = await store.load(id);
    if (stored.kind === 'damaged') {
      const text = message('errors.damagedReproduction', { reason: stored.reason, folder: store.folderOf(id) });
      throw new RepriseError('unavailable', text, { what: 'reproduction' });
    }
    // Not known: of an earlier run of the program. Damaged: the disk ended its run, and did not take the pause either.
    const line = known.get(id);
    const leftOver = (!line || line.damaged !== null) && !isAtRest(stored.state);
    const reproduction = keep(stored.state);
    if (leftOver) await markLeftOver(reproduction.session);
    known.set(id, reproduction.summary());
    await reproduction.writeSummary();
    return reproduction;
  }

  function obtain(id: string): Promise<OpenReproduction> {
    if (closed) return Promise.reject(stopping());
    const present = opening.get(id);
    if (present) return present;
    const loading = load(id);
    opening.set(id, loading);
    loading.catch(() => forget(id));
    return loading;
  }

  function forget(id: string): void {
    opening.delete(id);
    open.delete(id);
  }

  /** Lets go of a reproduction that nobody needs now. A later look loads it again, after the last write. */
  function letGo(reproduction: OpenReproduction): void {
    const { id } = reproduction;
    if (closed || open.get(id) !== reproduction || !reproduction.isIdle()) return;
    forget(id);
    const last = reproduction.close().finally(() => closing.delete(id));
    closing.set(id, last);
  }

  async function use<T>(id: string, work: (reproduction: OpenReproduction) => Promise<T>): Promise<T> {
    const reproduction = await obtain(id);
    return await reproduction.hold(() => work(reproduction));
  }

  return {
    list: async () => {
      const lines = await listReproductions({
        store,
        summaries,
        known: (id) => known.get(id) ?? null,
        open: (id) => use(id, async (reproduction) => reproduction.summary()),
      });
      for (const line of lines) if (line.damaged === null && !known.has(line.id)) known.set(line.id, line);
      return lines;
    },
    use,
    create: async (kept, first) => {
      if (closed) throw stopping();
      const id = ports.ids.next('reproduction');
      await store.create(id);
      try {
        await store.writeReport(id, kept.text);
        if (kept.script) await store.writeScript(id, kept.script);
        const reproduction = keep(emptyState(id));
        opening.set(id, Promise.resolve(reproduction));
        await reproduction.hold(() => reproduction.session.emit(first));
        return id;
      } catch (error) {
        forget(id);
        await store.remove(id).catch((failure: unknown) => log({ where: `clearing up ${id}`, error: failure }));
        throw error;
      }
    },
    remove: async (id, forGood) => {
      const present = await obtain(id).catch((error: unknown) => {
        // A damaged one cannot be opened, yet can be removed; one that is not there cannot.
        if (error instanceof RepriseError && error.code === 'unavailable' && !closed) return null;
        throw error;
      });
      await present?.endForGood();
      forget(id);
      const { bytes } = forGood ? await store.measure(id) : { bytes: 0 };
      const gone = forGood ? { trash: null, bytes, done: await store.remove(id) } : await store.discard(id);
      known.delete(id);
      options.onListChanged({ summary: null, removedId: id });
      return { trash: gone.trash, bytes: gone.bytes };
    },
    stateOf,
    ownerOfTerminal: (terminalId) => [...open.values()].find((one) => one.hasTerminal(terminalId))?.id ?? null,
    close: async () => {
      closed = true;
      await Promise.allSettled([...opening.values()]);
      await Promise.all([...[...open.values()].map((reproduction) => reproduction.close()), ...closing.values()]);
      opening.clear();
      open.clear();
    },
  };
}

/** An earlier run of the program ended in the middle: what ran is lost, and a person says when it goes on. */
async function markLeftOver(session: Session): Promise<void> {
  for (const { id, result } of session.state().executions) {
    if (result !== null) continue;
    await session.emit({ type: 'execution/finished', executionId: id, result: emptyResult({ kind: 'lost' }, null) });
  }
  await session.emit({ type: 'reproduction/paused' });
}
