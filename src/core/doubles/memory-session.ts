import { EVENT_VERSION, type EventEnvelope } from '../../protocol/reproduction/events';
import { emptyState, reduceReproduction } from '../../protocol/reproduction/reduce';
import type { ReproductionState } from '../../protocol/reproduction/state';
import type { Session } from '../pipeline/session';
import type { Clock } from '../ports/clock';
import type { RunStore } from '../ports/run-store';

/** A session over a store, without any client. */
export interface MemorySession extends Session {
  /** All envelopes so far, in order. */
  envelopes(): readonly EventEnvelope[];
}

/** A session whose log starts with `earlier`. Events are appended to the store, folded in, and wake those who wait. */
export function createMemorySession(options: {
  readonly reproductionId: string;
  readonly store: Pick<RunStore, 'append'>;
  readonly clock: Clock;
  readonly earlier?: readonly EventEnvelope[];
}): MemorySession {
  const { reproductionId, store, clock } = options;
  const envelopes: EventEnvelope[] = [...(options.earlier ?? [])];
  const listeners = new Set<(state: ReproductionState) => void>();
  let state = envelopes.reduce(reduceReproduction, emptyState(reproductionId));
  let last: Promise<void> = Promise.resolve();

  return {
    state: () => state,
    envelopes: () => envelopes,
    emit: (event) => {
      last = last.then(async () => {
        const envelope: EventEnvelope = {
          v: EVENT_VERSION,
          reproductionId,
          seq: state.seq + 1,
          at: clock.now(),
          event,
        };
        await store.append(envelope);
        envelopes.push(envelope);
        state = reduceReproduction(state, envelope);
        for (const listener of [...listeners]) listener(state);
      });
      return last;
    },
    until: (predicate, signal) =>
      new Promise((resolve, reject) => {
        const end = (run: () => void): void => {
          listeners.delete(look);
          signal.removeEventListener('abort', abort);
          run();
        };
        const look = (current: ReproductionState): void => {
          if (predicate(current)) end(() => resolve(current));
        };
        const abort = (): void =>
          end(() => {
            try {
              signal.throwIfAborted();
            } catch (error) {
              reject(error instanceof Error ? error : new Error(String(error)));
            }
          });
        listeners.add(look);
        signal.addEventListener('abort', abort);
        if (signal.aborted) abort();
        else look(state);
      }),
  };
}
