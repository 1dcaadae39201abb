import { message } from '../../../protocol/catalogue/catalogue';
import type { ModelChoice, PlanAnswer } from '../../../protocol/model';
import type { Citation, Plan, PlanStep } from '../../../protocol/plan';
import { planSchema } from '../../model/answer-schemas';
import { planPrompt } from '../../model/prompts/plan-prompt';
import { readPlanAnswer } from '../../model/read-answer';
import { withoutUnseen } from '../../model/boundary';
import { digestOfSteps } from '../../plan/propose-plan';
import { required, type Work } from '../work';
import { ask } from './ask';
import { promptFacts } from './facts';
import { patternOfWords, spanOfWords } from './span-of-words';

/** With fewer calls each goes to a script: the plan from the report's own facts stands. */
const LEAST_CALLS = 6;

/** Whether the model is to propose steps: once, where there is a plan at all, and calls enough for it. */
export function wantsPlan(work: Work, choice: ModelChoice): boolean {
  const state = work.session.state();
  const asked = (state.modelCalls ?? []).some(({ strategy }) => strategy === 'plan');
  const isWorthIt = choice.maxCalls >= LEAST_CALLS;
  return state.plan !== null && !asked && isWorthIt && !choice.without?.includes('plan');
}

/** Where the words of a quote stand: in the report, else in the context. Null: nowhere. */
function citationOf(quote: string, work: Work, source: string): Citation | null {
  const span = spanOfWords(quote, source);
  if (span) return { kind: 'report', span };
  const pattern = patternOfWords(quote);
  const chunk = pattern && work.session.state().context?.chunks.find(({ text }) => pattern.test(text));
  return chunk ? { kind: 'context', chunkId: chunk.id } : null;
}

/** Steps of an answer that rest on something that stands there, each with its place. */
export function citedSteps(answer: PlanAnswer, work: Work, source: string): readonly PlanStep[] {
  return answer.steps.flatMap(({ kind, text, quote }): PlanStep[] => {
    const cite = citationOf(quote, work, source);
    const shown = withoutUnseen(text).trim().slice(0, 2_000);
    if (!cite || shown === '') return [];
    const id = work.ports.ids.next('step');
    return [{ id, kind, text: shown, cites: [cite], locked: false, comment: null, author: 'model' }];
  });
}

/** What is proposed, with the user's own steps and locked ones kept in their places. */
function merged(plan: Plan, proposed: readonly PlanStep[]): readonly PlanStep[] {
  const kinds = new Set(proposed.map(({ kind }) => kind));
  const kept = plan.steps.filter(({ locked, author, kind }) => locked || author !== 'reprise' || !kinds.has(kind));
  const order = ['environment', 'data', 'model', 'training', 'trigger', 'observation'];
  const all = [...kept, ...proposed].map((step, at) => ({ step, at }));
  return all
    .sort((a, b) => order.indexOf(a.step.kind) - order.indexOf(b.step.kind) || a.at - b.at)
    .map(({ step }) => step);
}

/** Asks the model for steps, and proposes the plan that they make with what was there. In guide mode a person accepts it anew. */
export async function proposeByModel(work: Work, choice: ModelChoice): Promise<void> {
  const { session, ports } = work;
  const facts = await promptFacts(work, choice, false);
  const answered = await ask(
    work,
    choice,
    {
      purpose: 'plan',
      strategy: 'plan',
      prompt: (level, boundary) => planPrompt({ facts, level, boundary }),
      schema: planSchema(),
      read: readPlanAnswer,
      temperature: 0,
      maxOutputTokens: 1_200,
    },
    ({ steps }) => message('model.planned', { count: steps.length }),
  );
  if (!answered) return;
  const plan = required(session.state().plan, 'plan');
  const steps = [...merged(plan, citedSteps(answered.value, work, facts.source))];
  if (!steps.some(({ author }) => author === 'model')) return;
  await session.emit({
    type: 'plan/edited',
    plan: { revision: plan.revision + 1, steps, digest: digestOfSteps(steps, ports.digestOf) },
  });
}
