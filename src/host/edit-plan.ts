import { digestOfSteps } from '../core/plan/propose-plan';
import type { DigestOf } from '../core/ports/digests';
import type { Plan, PlanStep } from '../protocol/plan';
import { badInput } from './refusals';

/** The next revision of a plan. A step that differs from the one with its id is the user's. Errors: throws `badInput`. */
export function editPlan(plan: Plan, steps: readonly PlanStep[], digestOf: DigestOf): Plan {
  if (steps.length === 0) throw badInput('steps', 'errors.emptyPlan');
  if (new Set(steps.map(({ id }) => id)).size !== steps.length) throw badInput('steps', 'errors.repeatedStep');
  const edited = steps.map((step): PlanStep => {
    const before = plan.steps.find(({ id }) => id === step.id);
    const isSame = before?.text === step.text && before.kind === step.kind;
    return { ...step, author: isSame ? before.author : 'user' };
  });
  return { revision: plan.revision + 1, steps: edited, digest: digestOfSteps(edited, digestOf) };
}
