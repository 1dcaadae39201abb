import { describe, expect, it } from 'vitest';
import { followReproduction } from '../../../src/cli/follow-reproduction';
import type { ApprovalRequest } from '../../../src/protocol/approval';
import type { Client, ClientListener } from '../../../src/protocol/client';
import type { EventEnvelope, ReproductionEvent } from '../../../src/protocol/reproduction/events';
import { emptyState, reduceReproduction, summarize } from '../../../src/protocol/reproduction/reduce';
import type { ReproductionState } from '../../../src/protocol/reproduction/state';

const at = '2026-11-30T00:00:00.000Z';
const request: ApprovalRequest = {
  id: 'request-1',
  scope: { kind: 'network', purpose: 'weights' },
  digest: 'a'.repeat(64),
  question: 'May the script use the network?',
  requestedAt: at,
};
const concluded: ReproductionEvent = {
  type: 'reproduction/concluded',
  conclusion: {
    outcome: 'cancelled',
    message: '',
    attemptId: null,
    verdict: null,
    missing: [],
    elapsedMs: 0,
    concludedAt: at,
  },
};

/** A client over a list of events: answers an attach with a snapshot, and hands out further events on demand. */
function createLog(reproductionId: string) {
  const listeners = new Set<ClientListener>();
  let state = emptyState(reproductionId);
  const emit = (event: ReproductionEvent): EventEnvelope => {
    const envelope: EventEnvelope = { v: 2, reproductionId, seq: state.seq + 1, at, event };
    state = reduceReproduction(state, envelope);
    for (const listener of listeners) listener.onEvent?.(envelope);
    return envelope;
  };
  const client = {
    call: (method: string) => {
      if (method !== 'reproduction/attach') throw new Error(`Not asked for: ${method}`);
      const answer = { kind: 'snapshot' as const, state };
      // An event that comes while the answer is on its way is in no snapshot.
      queueMicrotask(() => emit({ type: 'reproduction/phaseEntered', phase: 'reading' }));
      return Promise.resolve(answer);
    },
    listen: (listener: ClientListener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => listeners.forEach((listener) => listener.onClose?.()),
  };
  return { client: client as unknown as Client, emit, listeners };
}

describe('following a reproduction', () => {
  it('shows each event once and in order, asks each question once, and ends with the conclusion', async () => {
    const log = createLog('r-1');
    const seen: string[] = [];
    const asked: string[] = [];
    const state = await followReproduction({
      client: log.client,
      reproductionId: 'r-1',
      afterSeq: null,
      onAttached: () => seen.push('attached'),
      onEvent: ({ seq, event }, after) => seen.push(`${seq} ${event.type} ${after.seq}`),
      onRequest: async ({ id }) => {
        asked.push(id);
        log.emit({ type: 'reproduction/phaseEntered', phase: 'planning' });
        log.emit(concluded);
      },
      start: async () => log.emit({ type: 'approval/requested', request }),
    });
    expect(state.conclusion?.outcome).toBe('cancelled');
    expect(asked).toEqual(['request-1']);
    expect(seen).toEqual([
      'attached',
      '1 reproduction/phaseEntered 1',
      '2 approval/requested 2',
      '3 reproduction/phaseEntered 3',
      '4 reproduction/concluded 4',
    ]);
    expect(log.listeners.size).toBe(0);
  });

  it('does not take the rest before the start for the end', async () => {
    const log = createLog('r-1');
    log.emit({ type: 'reproduction/paused' });
    let ended: ReproductionState | null = null;
    const following = followReproduction({
      client: log.client,
      reproductionId: 'r-1',
      afterSeq: null,
      onAttached: () => undefined,
      onEvent: () => undefined,
      onRequest: async () => undefined,
      start: async () => undefined,
    }).then((state) => (ended = state));
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toBeNull();
    log.emit({ type: 'reproduction/resumed' });
    log.emit({ type: 'reproduction/paused' });
    expect((await following).paused).toBe(true);
  });

  it('rejects with the host’s sentence where events cannot be written any more', async () => {
    const log = createLog('r-1');
    const lost = (damaged: string | null, id = 'r-1') =>
      log.listeners.forEach((listener) =>
        listener.onListChanged?.({
          summary: { ...summarize(emptyState(id)), damaged },
          removedId: null,
        }),
      );
    const following = followReproduction({
      client: log.client,
      reproductionId: 'r-1',
      afterSeq: null,
      onAttached: () => undefined,
      onEvent: () => undefined,
      onRequest: async () => undefined,
      start: async () => {
        lost(null);
        lost('Another one.', 'r-2');
        lost('The disk is full.');
      },
    });
    await expect(following).rejects.toMatchObject({ code: 'unavailable', message: 'The disk is full.' });
    expect(log.listeners.size).toBe(0);
  });

  it('rejects where the host goes away, and where a question cannot be answered', async () => {
    const options = (log: ReturnType<typeof createLog>) => ({
      client: log.client,
      reproductionId: 'r-1',
      afterSeq: null,
      onAttached: () => undefined,
      onEvent: () => undefined,
      onRequest: () => Promise.reject(new Error('No answer')),
    });
    const gone = createLog('r-1');
    await expect(
      followReproduction({ ...options(gone), start: async () => gone.client.close() }),
    ).rejects.toMatchObject({
      code: 'unavailable',
    });
    const mute = createLog('r-1');
    const start = async () => mute.emit({ type: 'approval/requested', request });
    await expect(followReproduction({ ...options(mute), start })).rejects.toThrow('No answer');
    expect(gone.listeners.size + mute.listeners.size).toBe(0);
  });
});
