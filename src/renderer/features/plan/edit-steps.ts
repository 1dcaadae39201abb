import type { PlanStep, PlanStepKind } from '../../../protocol/plan';

/** The steps with one moved up (-1) or down (1). A move past an end, or past or of a locked step, changes nothing. */
export function moveStep(steps: readonly PlanStep[], id: string, by: -1 | 1): readonly PlanStep[] {
  const from = steps.findIndex((step) => step.id === id);
  const step = steps[from];
  const other = steps[from + by];
  if (!step || !other || step.locked || other.locked) return steps;
  const moved = [...steps];
  moved[from] = other;
  moved[from + by] = step;
  return moved;
}

/** The steps with one changed. A changed text is the user's own from then on. */
export function changeStep(
  steps: readonly PlanStep[],
  id: string,
  change: Partial<Pick<PlanStep, 'text' | 'locked' | 'comment'>>,
): readonly PlanStep[] {
  return steps.map((step) => {
    if (step.id !== id) return step;
    const author = change.text !== undefined && change.text !== step.text ? 'user' : step.author;
    return { ...step, ...change, author };
  });
}

/** The steps without one. */
export function removeStep(steps: readonly PlanStep[], id: string): readonly PlanStep[] {
  return steps.filter((step) => step.id !== id);
}

/** The steps with one of the user's at the end. */
export function addStep(steps: readonly PlanStep[], kind: PlanStepKind, text: string): readonly PlanStep[] {
  let number = steps.length + 1;
  while (steps.some((step) => step.id === `user-${number}`)) number += 1;
  return [...steps, { id: `user-${number}`, kind, text, cites: [], locked: false, comment: null, author: 'user' }];
}
