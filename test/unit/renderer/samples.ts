import type { Attempt } from '../../../src/protocol/attempt';
import { emptyState } from '../../../src/protocol/reproduction/reduce';
import type { EventEnvelope, ReproductionEvent } from '../../../src/protocol/reproduction/events';
import { EVENT_VERSION } from '../../../src/protocol/reproduction/events';
import type { ReproductionState } from '../../../src/protocol/reproduction/state';

export const at = '2026-01-01T00:00:00.000Z';

export function stateWith(change: Partial<ReproductionState>): ReproductionState {
  return { ...emptyState('r1'), title: 'A bug', ...change };
}

export function envelope(seq: number, event: ReproductionEvent, reproductionId = 'r1'): EventEnvelope {
  return { v: EVENT_VERSION, reproductionId, seq, at, event };
}

export function note(text: string): ReproductionEvent {
  return { type: 'notice/given', notice: { level: 'note', text, at } };
}

export function attempt(number: number, change: Partial<Attempt> = {}): Attempt {
  return {
    id: `attempt-${number}`,
    number,
    parentId: null,
    author: 'report',
    edit: { kind: 'asReported', reason: 'As it stands.' },
    scriptDigest: String(number).repeat(64).slice(0, 64),
    phase: { kind: 'finished', summary: 'NameError' },
    startedAt: at,
    verdict: null,
    ...change,
  };
}

export function conclusion(outcome: 'reproduced' | 'notReproduced', attemptId: string | null) {
  return { outcome, message: 'Done.', attemptId, verdict: null, missing: [], elapsedMs: 1, concludedAt: at };
}
