import type { Client } from '../../../protocol/client';
import type { ReproductionOptions } from '../../../protocol/reproduction/options';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import { answerByPolicy } from '../../answer-by-policy';
import { followReproduction } from '../../follow-reproduction';
import type { Case, CaseResult, Minimised } from './expected';
import { rateCase } from './rate-case';

/** Reproduces a case from its report alone, as `reproduce` without a terminal does, and rates what came of it. */
export async function runCase(options: {
  readonly client: Client;
  readonly case: Case;
  readonly options: Partial<ReproductionOptions>;
  /** Whether the record stays among the reproductions. */
  readonly keep: boolean;
  /** A script that reproduces it is shortened. */
  readonly minimise: boolean;
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
    const state = await follow(client, reproductionId, 0, () => client.call('reproduction/start', { reproductionId }));
    const rated = rateCase(given, state);
    if (!options.minimise || rated.rating !== 'right' || state.conclusion?.outcome !== 'reproduced') return rated;
    return { ...rated, minimised: await minimiseCase(client, state) };
  } finally {
    options.onRunning(null);
    await client.call('reproduction/detach', { reproductionId }).catch(() => undefined);
    if (!options.keep)
      await client.call('reproduction/remove', { reproductionId, forGood: true }).catch(() => undefined);
  }
}

function follow(
  client: Client,
  reproductionId: string,
  afterSeq: 0 | null,
  start: () => Promise<unknown>,
): Promise<ReproductionState> {
  return followReproduction({
    ...{ client, reproductionId, afterSeq, start },
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
  });
}

async function minimiseCase(client: Client, before: ReproductionState): Promise<Minimised> {
  const reproductionId = before.id;
  const startedAt = Date.now();
  const after = await follow(client, reproductionId, null, () =>
    client.call('reproduction/minimise', { reproductionId }),
  );
  const scriptOf = async ({ attempts, conclusion }: ReproductionState): Promise<string> => {
    const digest = attempts.find(({ id }) => id === conclusion?.attemptId)?.scriptDigest;
    return digest === undefined ? '' : (await client.call('script/read', { reproductionId, digest })).script.text;
  };
  const repeats = after.conclusion?.verdict?.repeats ?? [];
  const script = await scriptOf(after);
  return {
    before: linesOf(await scriptOf(before)),
    after: linesOf(script),
    outcome: after.conclusion?.outcome ?? 'paused',
    shown: repeats.filter(({ shown }) => shown).length,
    repeats: repeats.length,
    seconds: Math.round((Date.now() - startedAt) / 100) / 10,
    script,
  };
}

function linesOf(script: string): number {
  return script.split('\n').filter((line) => line.trim() !== '').length;
}
