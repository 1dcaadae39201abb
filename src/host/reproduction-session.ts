import type { Session } from '../core/pipeline/session';
import type { Cancellation } from '../core/ports/cancellation';
import type { Clock } from '../core/ports/clock';
import type { RunStore } from '../core/ports/run-store';
import { EVENT_VERSION, EventEnvelope, type ReproductionEvent } from '../protocol/reproduction/events';
import { reduceReproduction } from '../protocol/reproduction/reduce';
import type { ReproductionState } from '../protocol/reproduction/state';
import { stopping } from './refusals';

/** A reproduction in memory: the one place where its events get their numbers. */
export interface ReproductionSession extends Session {
  /** Runs `work` after all events emitted so far and before any later one. */
  inOrder<T>(work: () => Promise<T> | T): Promise<T>;
  /** Called with each event once it is on disk and folded in, in order. Returns a function that ends it. */
  listen(listener: (envelope: EventEnvelope) => void): () => void;
  listenerCount(): number;
  /** Lets all emitted events reach the disk, then refuses more. */
  close(): Promise<void>;
}

interface Waiter {
  readonly predicate: (state: ReproductionState) => boolean;
  resolve(state: ReproductionState): void;
  reject(error: unknown): void;
}

/** Takes up a reproduction from its state on disk. */
export function createReproductionSession(options: {
  readonly initial: ReproductionState;
  readonly store: Pick<RunStore, 'append'>;
  readonly clock: Pick<Clock, 'now'>;
}): ReproductionSession {
  const listeners = new Set<(envelope: EventEnvelope) => void>();
  const waiters = new Set<Waiter>();
  let state = options.initial;
  let tail: Promise<unknown> = Promise.resolve();
  let closed = false;

  function inOrder<T>(work: () => Promise<T> | T): Promise<T> {
    const next = tail.then(work);
    tail = next.catch(() => undefined);
    return next;
  }

  async function commit(event: ReproductionEvent): Promise<void> {
    // Parsed, so that what is not of the contract neither reaches the disk nor a client.
    const envelope = EventEnvelope.parse({
      v: EVENT_VERSION,
      reproductionId: state.id,
      seq: state.seq + 1,
      at: options.clock.now(),
      event: numbered(event, state),
    });
    await options.store.append(envelope);
    state = reduceReproduction(state, envelope);
    for (const listener of [...listeners]) listener(envelope);
    for (const waiter of [...waiters]) settle(waiter);
  }

  function settle(waiter: Waiter): void {
    try {
      if (!waiter.predicate(state)) return;
    } catch (error) {
      return waiter.reject(error);
    }
    waiter.resolve(state);
  }

  return {
    state: () => state,
    emit: (event) => (closed ? Promise.reject(stopping()) : inOrder(() => commit(event))),
    until: (predicate, signal) => waitUntil({ predicate, signal, waiters, settle }),
    inOrder,
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    listenerCount: () => listeners.size,
    close: async () => {
      closed = true;
      await tail;
      for (const waiter of [...waiters]) waiter.reject(stopping());
    },
  };
}

/** Attempts get their numbers where events get theirs, since the user and the pipeline may both start one. */
function numbered(event: ReproductionEvent, state: ReproductionState): ReproductionEvent {
  if (event.type !== 'attempt/started') return event;
  return { ...event, attempt: { ...event.attempt, number: state.attempts.length + 1 } };
}

function waitUntil(options: {
  readonly predicate: (state: ReproductionState) => boolean;
  readonly signal: Cancellation;
  readonly waiters: Set<Waiter>;
  readonly settle: (waiter: Waiter) => void;
}): Promise<ReproductionState> {
  const { predicate, signal, waiters, settle } = options;
  return new Promise((resolve, reject) => {
    const end = () => {
      waiters.delete(waiter);
      signal.removeEventListener('abort', abort);
    };
    const waiter: Waiter = {
      predicate,
      resolve: (state) => {
        end();
        resolve(state);
      },
      reject: (error) => {
        end();
        reject(error);
      },
    };
    const abort = () => {
      try {
        signal.throwIfAborted();
      } catch (error) {
        waiter.reject(error);
      }
    };
    waiters.add(waiter);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    else settle(waiter);
  });
}
