import { message } from '../../../protocol/catalogue/catalogue';
import type { ModelChoice } from '../../../protocol/model';
import type { PlanStep } from '../../../protocol/plan';
import { planSchema } from '../../model/answer-schemas';
import { planPrompt } from '../../model/prompts/plan-prompt';
import { readPlanAnswer } from '../../model/read-answer';
import { planFor } from '../../plan/propose-plan';
import type { Progress } from '../../ports/cancellation';
import type { PipelinePorts, Session } from '../session';
import { wantedPackages } from '../wanted-packages';
import { required, type Work } from '../work';
import { ask } from './ask';
import { promptFacts } from './facts';
import { citedSteps } from './model-plan';

/** A step of the model in place of one, of the same kind. Null: none came that rests on something. */
async function stepByModel(work: Work, choice: ModelChoice, step: PlanStep): Promise<PlanStep | null> {
  const facts = await promptFacts(work, choice, false);
  const answered = await ask(
    work,
    choice,
    {
      purpose: 'plan',
      strategy: 'step',
      prompt: (level, boundary) => planPrompt({ facts, level, boundary, instead: step }),
      schema: planSchema(),
      read: readPlanAnswer,
      temperature: 0.4,
      maxOutputTokens: 600,
    },
    ({ steps }) => message('model.planned', { count: steps.length }),
  );
  if (!answered) return null;
  return citedSteps(answered.value, work, facts.source).find(({ kind }) => kind === step.kind) ?? null;
}

/** The step of this kind that the report's own facts lead to, which is there without a model. Null: they lead to none. */
async function stepByFacts(work: Work, step: PlanStep): Promise<PlanStep | null> {
  const { session, ports } = work;
  const state = session.state();
  const { steps } = planFor({
    readOut: required(state.report.readOut, 'report'),
    symptom: required(state.symptoms[0], 'symptoms'),
    packages: await wantedPackages(work),
    ids: ports.ids,
    digestOf: ports.digestOf,
  });
  return steps.find(({ kind }) => kind === step.kind) ?? null;
}

/**
 * Another step in place of one: the model's, where there is one to ask and what it says rests on the report or the project; else the one
 * that the report's facts lead to. It keeps the place, the identifier and the comment. Null: there is none, or it is the same.
 */
export async function regenerateStep(options: {
  readonly session: Session;
  readonly ports: PipelinePorts;
  readonly progress: Progress;
  readonly step: PlanStep;
}): Promise<PlanStep | null> {
  const { session, ports, progress, step } = options;
  const untilPerson: Work['untilPerson'] = (predicate) => session.until(predicate, progress.signal);
  const work: Work = { session, ports, progress, untilPerson, elapsedMs: () => 0, proposals: new Map() };
  const { model } = session.state().options;
  const byModel = model && ports.models ? await stepByModel(work, model, step) : null;
  const other = byModel ?? (await stepByFacts(work, step));
  if (!other || other.text === step.text) return null;
  return { ...other, id: step.id, comment: step.comment };
}
