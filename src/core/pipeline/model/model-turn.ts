import { message } from '../../../protocol/catalogue/catalogue';
import type { Attempt } from '../../../protocol/attempt';
import type { ModelChoice } from '../../../protocol/model';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import { lastMatch } from '../../execute/last-match';
import { scriptSchema } from '../../model/answer-schemas';
import { feedbackOn } from '../../model/feedback';
import { mergeTexts } from '../../model/merge-texts';
import { scriptPrompt } from '../../model/prompts/script-prompt';
import { readScriptAnswer } from '../../model/read-answer';
import { chooseTurn, type Turn } from '../../refine/choose-turn';
import { assignProvenance } from '../../verify/assign-provenance';
import { required, type Work } from '../work';
import { ask } from './ask';
import { outcomeOf, toCandidate, tokensFor, type Candidate } from './candidate';
import { promptFacts } from './facts';
import { proposeByModel, wantsPlan } from './model-plan';
import { understand, wantsUnderstanding } from './understand';
import { rankByModel, wantsRank } from './rank-context';
import { nextAttemptNumber } from '../next-attempt-number';

/** The model that may be asked now. Null: none is configured, or it is not to be asked again. */
export function modelAtHand(work: Work): ModelChoice | null {
  const { model } = work.session.state().options;
  return model && work.ports.models && chooseTurn(work.session.state()) !== null ? model : null;
}

async function textOf(work: Work, attempt: Attempt | null | undefined): Promise<string | null> {
  if (!attempt) return null;
  return (await work.ports.store.readScript(work.session.state().id, attempt.scriptDigest)).text;
}

/** What the user wrote on the same script while the model was thinking. */
function writtenMeanwhile(before: ReproductionState, after: ReproductionState): Attempt | null {
  const known = new Set(before.attempts.map(({ id }) => id));
  return lastMatch(after.attempts, ({ id, author }) => author === 'user' && !known.has(id)) ?? null;
}

/** A candidate over what the user wrote meanwhile: the user's lines stand where both changed the same. */
async function mergeWithUser(
  work: Work,
  candidate: Candidate,
  from: { readonly before: ReproductionState; readonly base: string | null; readonly parent: Attempt | null },
): Promise<{ readonly text: string; readonly parentId: string | null; readonly note: string }> {
  const written = writtenMeanwhile(from.before, work.session.state());
  const own = await textOf(work, written);
  if (!written || own === null) return { text: candidate.text, parentId: from.parent?.id ?? null, note: '' };
  const { text, overruled } = mergeTexts(from.base ?? '', own, candidate.text);
  return { text, parentId: written.id, note: message('model.merged', { count: overruled }) };
}

/** Records the candidate as an attempt: one to run, or one that is not run, with the reasons. */
async function startAttempt(
  work: Work,
  candidate: Candidate,
  from: { readonly before: ReproductionState; readonly base: string | null; readonly turn: Turn },
  choice: ModelChoice,
): Promise<void> {
  const { session, ports } = work;
  const { parent } = from.turn;
  const { text, parentId, note } = await mergeWithUser(work, candidate, { ...from, parent });
  const state = session.state();
  const digest = ports.digestOf(text);
  // What ran already would show the same again.
  if (state.attempts.some(({ scriptDigest }) => scriptDigest === digest)) return;
  const { blocks } = required(state.report.readOut, 'report');
  const isMerged = text !== candidate.text;
  const provenance = isMerged
    ? assignProvenance({ text, reportBlocks: blocks, projectTexts: [], parser: ports.parser })
    : candidate.provenance;
  await ports.store.writeScript(state.id, { text, digest, provenance: [...provenance] });
  const refused = candidate.issues.map((issue) => issue.text).join(' ');
  const reason = [message('model.attempt', { thought: candidate.thought }), note, ...candidate.listed];
  await session.emit({
    type: 'attempt/started',
    attempt: {
      id: ports.ids.next('attempt'),
      number: nextAttemptNumber(state),
      parentId,
      author: 'model',
      edit: {
        kind: 'model',
        reason: reason.filter((part) => part !== '').join(' '),
        model: choice.name,
        callId: candidate.callId,
      },
      scriptDigest: digest,
      phase:
        refused === '' ? { kind: 'generating' } : { kind: 'finished', summary: message('model.notRun', { refused }) },
      startedAt: ports.clock.now(),
      verdict: null,
    },
  });
}

/**
 * One turn of the model: what goes wrong where rules were not sure of it, the order of the context where there is more than a question holds, a plan, then a script. True: something was asked, so the state is to be looked at again.
 * False: there is no model, or it would go in circles; nothing was sent.
 */
export async function modelTurn(work: Work): Promise<boolean> {
  const choice = modelAtHand(work);
  if (!choice) return false;
  const called = (): number => work.session.state().modelCalls?.length ?? 0;
  const count = called();
  if (wantsUnderstanding(work.session.state())) await understand(work, choice);
  else if (wantsRank(work, choice)) await rankByModel(work, choice);
  else if (wantsPlan(work, choice)) await proposeByModel(work, choice);
  else await scriptTurn(work, choice);
  // Where a cap let no question through, there is nothing to look at again.
  return called() > count;
}

async function scriptTurn(work: Work, choice: ModelChoice): Promise<void> {
  const before = work.session.state();
  const turn = chooseTurn(before);
  if (!turn) return;
  const { parent, strategy } = turn;
  const facts = await promptFacts(work, choice, strategy === 'technical' || strategy === 'bare');
  const base = await textOf(work, parent);
  const grandparent = before.attempts.find(({ id }) => id === parent?.parentId);
  const feedback =
    parent === null || base === null
      ? null
      : feedbackOn({ state: before, attempt: parent, script: base, before: await textOf(work, grandparent) });
  const answered = await ask(
    work,
    choice,
    {
      purpose: parent === null ? 'generate' : 'refine',
      strategy,
      prompt: (level, boundary) => scriptPrompt({ facts, feedback, level, boundary }),
      schema: scriptSchema(),
      read: readScriptAnswer,
      temperature: turn.temperature,
      maxOutputTokens: tokensFor(base),
    },
    (answer) => outcomeOf(base, answer),
  );
  if (!answered) return;
  const candidate = await toCandidate(work, choice, { facts, base, strategy, answered });
  if (candidate) await startAttempt(work, candidate, { before, base, turn }, choice);
}
