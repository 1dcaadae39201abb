import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlanStep } from '../../../../src/protocol/plan';
import { PlanStep as PlanStepShape } from '../../../../src/protocol/plan';
import { addStep, changeStep, moveStep, removeStep } from '../../../../src/renderer/features/plan/edit-steps';

const step = (id: string, locked = false): PlanStep => ({
  id,
  kind: 'data',
  text: id,
  cites: [],
  locked,
  comment: null,
  author: 'reprise',
});
const order = (steps: readonly PlanStep[]) => steps.map(({ id }) => id).join('');

describe('editing a plan', () => {
  const steps = [step('a'), step('b'), step('c', true), step('d')];

  it('moves a step by one place, never past an end nor past a locked one', () => {
    expect(order(moveStep(steps, 'a', 1))).toBe('bacd');
    expect(order(moveStep(steps, 'b', -1))).toBe('bacd');
    for (const [id, by] of [
      ['a', -1],
      ['d', 1],
      ['b', 1],
      ['d', -1],
      ['c', -1],
      ['x', 1],
    ] as const) {
      expect(moveStep(steps, id, by)).toBe(steps);
    }
  });

  it('makes a changed text the user’s own, and leaves the author of an unchanged one', () => {
    expect(changeStep(steps, 'a', { text: 'other' })[0]).toMatchObject({ text: 'other', author: 'user' });
    expect(changeStep(steps, 'a', { text: 'a' })[0]?.author).toBe('reprise');
    expect(changeStep(steps, 'a', { locked: true })[0]).toMatchObject({ locked: true, author: 'reprise' });
  });

  it('gives every added step an id of its own that the contract takes', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 20 }), (acts) => {
        let own: readonly PlanStep[] = steps;
        for (const add of acts) own = add ? addStep(own, 'model', 'text') : removeStep(own, own[0]?.id ?? '');
        expect(new Set(own.map(({ id }) => id)).size).toBe(own.length);
        for (const each of own) expect(PlanStepShape.safeParse(each).success).toBe(true);
      }),
    );
  });
});
