import type { ReproductionEvent } from '../../protocol/reproduction/events';
import type { Phase, ReproductionState } from '../../protocol/reproduction/state';
import { RepriseError } from '../../protocol/errors';
import type { Proposal } from '../actions/action';
import type { Progress } from '../ports/cancellation';
import type { PipelinePorts, Session } from './session';

/** What every step works with. */
export interface Work {
  readonly session: Session;
  readonly ports: PipelinePorts;
  readonly progress: Progress;
  /** Milliseconds of work so far, without the time that a person was waited for. */
  readonly elapsedMs: () => number;
  /** Waits for a person, as `until` of the session does; the time counts for nothing. */
  readonly untilPerson: (predicate: (state: ReproductionState) => boolean) => Promise<ReproductionState>;
  /** What may be done about attempts, by all that it depends on: it takes seconds to find for a long script. */
  readonly proposals: Map<string, readonly Proposal[]>;
}

/** Emits several events in order. */
export async function emitAll(work: Work, events: readonly ReproductionEvent[]): Promise<void> {
  for (const event of events) await work.session.emit(event);
}

/** Enters a phase, unless the reproduction is in it. */
export async function enterPhase(work: Work, phase: Phase): Promise<void> {
  if (work.session.state().phase !== phase) await work.session.emit({ type: 'reproduction/phaseEntered', phase });
}

/** The part of the state that a step was chosen for. Errors: throws where it is absent, which is a fault of ours. */
export function required<T>(value: T | null | undefined, what: keyof ReproductionState): T {
  if (value === null || value === undefined) {
    throw new RepriseError('internal', `A step was reached without its ${what}.`, {});
  }
  return value;
}
