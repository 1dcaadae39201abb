import type { ApprovalRequest } from '../protocol/approval';
import type { Client } from '../protocol/client';
import { message } from '../protocol/catalogue/catalogue';
import { RepriseError } from '../protocol/errors';
import type { EventEnvelope } from '../protocol/reproduction/events';
import { emptyState, reduceReproduction } from '../protocol/reproduction/reduce';
import type { ReproductionState } from '../protocol/reproduction/state';

export interface FollowOptions {
  readonly client: Client;
  readonly reproductionId: string;
  /** 0: every event of a new reproduction is followed; null: only those from now on. */
  readonly afterSeq: 0 | null;
  /** Called once attached, with the state before the first event that follows. */
  readonly onAttached: (state: ReproductionState) => void;
  /** Called in order, with the state after the event. */
  readonly onEvent: (envelope: EventEnvelope, state: ReproductionState) => void;
  /** Called once for each open question. A rejection ends the following. */
  readonly onRequest: (request: ApprovalRequest, state: ReproductionState) => Promise<void>;
  /** Called once attached: begins the work that is followed. */
  readonly start: () => Promise<unknown>;
}

/**
 * Attaches to a reproduction, starts it, folds its events, and resolves with the state once it has concluded or paused.
 * Errors: those of `start` and `onRequest`; `unavailable` where the host goes away, or ended the run as its events could not be written.
 */
export async function followReproduction(options: FollowOptions): Promise<ReproductionState> {
  const { client, reproductionId, onEvent, onRequest } = options;
  const early: EventEnvelope[] = [];
  const asked = new Set<string>();
  let state = emptyState(reproductionId);
  let started = false;
  let attached = false;
  let settle: { resolve(state: ReproductionState): void; reject(error: unknown): void } | null = null;
  const ended = new Promise<ReproductionState>((resolve, reject) => (settle = { resolve, reject }));

  // It may come before anybody waits for it.
  ended.catch(() => undefined);
  const unlisten = client.listen({
    onEvent: (envelope) => {
      if (envelope.reproductionId !== reproductionId) return;
      if (attached) take(envelope);
      else early.push(envelope);
    },
    // An event that tells the end could not be written either.
    onListChanged: ({ summary }) => {
      if (summary?.id !== reproductionId || summary.damaged === null) return;
      settle?.reject(new RepriseError('unavailable', summary.damaged, { what: 'disk' }));
    },
    onClose: () => settle?.reject(new RepriseError('unavailable', message('errors.stopping'), { what: 'host' })),
  });
  try {
    const answer = await client.call('reproduction/attach', { reproductionId, afterSeq: options.afterSeq });
    if (answer.kind === 'snapshot') state = answer.state;
    options.onAttached(state);
    attached = true;
    if (answer.kind === 'tail') answer.envelopes.forEach(take);
    early.forEach(take);
    const wasAtRest = atRest();
    await options.start();
    // What was paused or concluded before has begun anew once its own event says so, which may come after the answer.
    started ||= !wasAtRest;
    look();
    return await ended;
  } finally {
    unlisten();
  }

  function take(envelope: EventEnvelope): void {
    if (envelope.seq <= state.seq) return;
    try {
      state = reduceReproduction(state, envelope);
      if (envelope.event.type === 'reproduction/resumed' || envelope.event.type === 'reproduction/reopened')
        started = true;
      onEvent(envelope, state);
      look();
    } catch (error) {
      settle?.reject(error);
    }
  }

  function atRest(): boolean {
    return state.conclusion !== null || state.paused;
  }

  function look(): void {
    if (!started) return;
    for (const request of state.requests) {
      if (asked.has(request.id)) continue;
      asked.add(request.id);
      onRequest(request, state).catch((error: unknown) => settle?.reject(error));
    }
    if (atRest()) settle?.resolve(state);
  }
}
