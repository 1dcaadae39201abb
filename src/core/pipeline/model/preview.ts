import { message } from '../../../protocol/catalogue/catalogue';
import { isLoopback, type ModelChoice, type ModelPurpose } from '../../../protocol/model';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import { answerFor, latestAnswer, requestFor } from '../../execute/approvals';
import { writtenOut } from '../../model/ask-model';
import type { ModelMessage } from '../../ports/model';
import type { Work } from '../work';

/** Stands where the word of the fences stands, which differs from call to call and says nothing. */
const PLACEHOLDER = 'BOUNDARY';

/** Whether questions are shown before they are sent: by the choice; else in guide mode, where they would leave this machine. */
export function isPreviewed({ options }: ReproductionState, choice: ModelChoice): boolean {
  return choice.preview ?? (options.autonomy === 'guide' && !isLoopback(choice.baseUrl));
}

/**
 * Asks a person for each question of one purpose, and waits for the answer. A yes covers exactly these words; a question with the
 * same ones, as after a restart, is not asked about twice.
 */
export function permitOf(
  work: Work,
  choice: ModelChoice,
  purpose: ModelPurpose,
): (messages: readonly ModelMessage[], boundary: string) => Promise<boolean> {
  const { session, ports } = work;
  const model = choice.perPurpose?.[purpose] ?? choice.name;
  return async (messages, boundary) => {
    const shown = writtenOut(messages).split(boundary).join(PLACEHOLDER);
    const scope = {
      kind: 'prompt',
      text: ports.digestOf(shown),
      model,
      address: choice.baseUrl,
      characters: shown.length,
    } as const;
    const question = message(isLoopback(choice.baseUrl) ? 'approval.promptLocal' : 'approval.prompt', {
      model,
      address: choice.baseUrl,
    });
    const request = requestFor(scope, question, ports);
    if (latestAnswer(session.state(), request.digest)?.answer === 'approved') return true;
    await closeOthers(work, request.digest);
    if (!session.state().requests.some(({ digest }) => digest === request.digest)) {
      await ports.store.writeScript(session.state().id, { text: shown, digest: scope.text, provenance: [] });
      await session.emit({ type: 'approval/requested', request });
    }
    const isOpen = (state: ReproductionState): boolean =>
      state.requests.some(({ digest }) => digest === request.digest);
    const answered = await work.untilPerson((state) => !isOpen(state));
    return latestAnswer(answered, request.digest)?.answer === 'approved';
  };
}

/** A question that was made before a restart, and would not be put any more, waits for nobody. */
async function closeOthers({ session, ports }: Work, digest: string): Promise<void> {
  const state = session.state();
  for (const { scope, digest: other } of state.requests) {
    if (scope.kind !== 'prompt' || other === digest) continue;
    const approval = answerFor({ state, scope, answer: 'refused', by: 'policy', ports });
    await session.emit({ type: 'approval/answered', approval });
  }
}
