import type { Client } from '../../../protocol/client';
import type { ReproductionOptions } from '../../../protocol/reproduction/options';
import { answerByPolicy } from '../../answer-by-policy';
import { followReproduction } from '../../follow-reproduction';
import type { Case, CaseResult } from './expected';
import { rateCase } from './rate-case';

/** Reproduces a case from its report alone, as `reproduce` without a terminal does, and rates what came of it. */
export async function runCase(options: {
  readonly client: Client;
  readonly case: Case;
  readonly options: Partial<ReproductionOptions>;
  /** Whether the record stays among the reproductions. */
  readonly keep: boolean;
  /** Called with the reproduction's id before it starts, and with null once it is over. */
  readonly onRunning: (reproductionId: string | null) => void;
}): Promise<CaseResult> {
  const { client, case: given } = options;
  const { reproductionId } = await client.call('reproduction/create', {
    name: `${given.id}.md`,
    text: given.report,
    options: options.options,
  });
  options.onRunning(reproductionId);
  try {
    const state = await followReproduction({
      client,
      reproductionId,
      afterSeq: 0,
      onAttached: () => undefined,
      onEvent: () => undefined,
      onRequest: async (request, { options: chosen }) => {
        await client.call('approval/answer', {
          reproductionId,
          requestId: request.id,
          digest: request.digest,
          answer: answerByPolicy(request.scope, chosen),
          by: 'policy',
        });
      },
      start: () => client.call('reproduction/start', { reproductionId }),
    });
    return rateCase(given, state);
  } finally {
    options.onRunning(null);
    await client.call('reproduction/detach', { reproductionId }).catch(() => undefined);
    if (!options.keep)
      await client.call('reproduction/remove', { reproductionId, forGood: true }).catch(() => undefined);
  }
}
