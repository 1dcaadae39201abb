import type { Client } from '../../protocol/client';
import type { EventEnvelope } from '../../protocol/reproduction/events';
import { emptyState } from '../../protocol/reproduction/reduce';
import type { ReproductionState } from '../../protocol/reproduction/state';
import { foldEnvelopes } from '../client/fold-envelopes';

interface FollowReproduction {
  readonly id: string;
  readonly client: () => Client | null;
  readonly onState: (state: ReproductionState) => void;
  readonly onFailure: (message: string) => void;
}

/** Keeps one reproduction's state up to date. */
export interface Following {
  readonly id: string;
  onEvent(envelope: EventEnvelope): void;
  /** Attaches, or after a new connection attaches anew, from where it stands. */
  attach(): void;
  end(): void;
}

/** Attaches, folds what comes, and attaches anew at a gap. Events that overtake the answer wait for it. */
export function followReproduction({ id, client, onState, onFailure }: FollowReproduction): Following {
  let state: ReproductionState | null = null;
  let early: EventEnvelope[] | null = null;
  let ended = false;

  const fold = (envelopes: readonly EventEnvelope[], from: ReproductionState): void => {
    const folded = foldEnvelopes(from, envelopes);
    if (folded.state !== state) onState((state = folded.state));
    if (folded.gap) attach();
  };

  const attach = (): void => {
    const current = client();
    if (!current || ended) return;
    const waiting: EventEnvelope[] = [];
    early = waiting;
    current
      .call('reproduction/attach', { reproductionId: id, afterSeq: state?.seq ?? null })
      .then((answer) => {
        if (ended || early !== waiting) return;
        early = null;
        const base = answer.kind === 'snapshot' ? answer.state : (state ?? emptyState(id));
        fold([...(answer.kind === 'tail' ? answer.envelopes : []), ...waiting], base);
      })
      .catch((error: unknown) => {
        // A closed channel is told by the connection, which attaches anew.
        if (ended || early !== waiting || client() !== current) return;
        early = null;
        onFailure(error instanceof Error ? error.message : String(error));
      });
  };

  return {
    id,
    attach,
    onEvent: (envelope) => {
      if (ended || envelope.reproductionId !== id) return;
      if (early) early.push(envelope);
      else if (state) fold([envelope], state);
    },
    end: () => {
      if (ended) return;
      ended = true;
      client()
        ?.call('reproduction/detach', { reproductionId: id })
        .catch(() => undefined);
    },
  };
}
