import type { EventEnvelope } from '../../protocol/reproduction/events';
import { reduceReproduction } from '../../protocol/reproduction/reduce';
import type { ReproductionState } from '../../protocol/reproduction/state';

/** What came of folding: `gap` says that events were lost and the reader has to attach anew from `state.seq`. */
export interface Folded {
  readonly state: ReproductionState;
  readonly gap: boolean;
}

/** Folds envelopes in order. Those seen before are skipped; folding ends at a gap. */
export function foldEnvelopes(state: ReproductionState, envelopes: readonly EventEnvelope[]): Folded {
  let folded = state;
  for (const envelope of envelopes) {
    if (envelope.reproductionId !== folded.id || envelope.seq <= folded.seq) continue;
    if (envelope.seq > folded.seq + 1) return { state: folded, gap: true };
    folded = reduceReproduction(folded, envelope);
  }
  return { state: folded, gap: false };
}
