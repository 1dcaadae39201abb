import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerFor, approvalForPlan, approvalForScript } from '../../../../src/core/execute/approvals';
import { exportedForm } from '../../../../src/core/execute/exported-form';
import { isCovered, type CoverageQuestion } from '../../../../src/core/execute/is-covered';
import { createManualClock } from '../../../../src/core/doubles/manual-clock';
import { createSequentialIds } from '../../../../src/core/doubles/sequential-ids';
import { digestOf } from '../../../../src/node/system/digest';
import type { Approval } from '../../../../src/protocol/approval';
import type { Attempt } from '../../../../src/protocol/attempt';
import { defaultOptions, type ReproductionOptions } from '../../../../src/protocol/reproduction/options';
import { emptyState } from '../../../../src/protocol/reproduction/reduce';
import type { ReproductionState } from '../../../../src/protocol/reproduction/state';

const ports = { clock: createManualClock(), ids: createSequentialIds(), digestOf };
const planDigest = digestOf('plan');

const texts: Readonly<Record<string, string>> = {
  'attempt-1': 'reprise_observe("a", np.ones(3))\n',
  'attempt-2': 'import numpy as np\nreprise_observe("a", np.ones(3))\n',
  'attempt-3': 'import os\n',
  'attempt-4': 'import os\nimport sys\n',
};

function attempt(number: number, parent: number | null, change: Partial<Attempt> = {}): Attempt {
  const id = `attempt-${number}`;
  return {
    id,
    number,
    parentId: parent === null ? null : `attempt-${parent}`,
    author: parent === null ? 'report' : 'reprise',
    edit:
      parent === null
        ? { kind: 'asReported', reason: 'r' }
        : { kind: 'editAction', action: 'import-addition-dependency-resolution', reason: 'r' },
    scriptDigest: digestOf(texts[id] ?? ''),
    phase: { kind: 'generating' },
    startedAt: '2026-11-30T12:00:00.000Z',
    verdict: null,
    ...change,
  };
}

const user = { author: 'user', edit: { kind: 'user', reason: 'r' } } as const;

function stateWith(
  approve: (state: ReproductionState) => readonly (Approval | null)[],
  options: Partial<ReproductionOptions> = {},
): ReproductionState {
  const state: ReproductionState = {
    ...emptyState('r'),
    options: { ...defaultOptions, ...options },
    plan: { revision: 1, steps: [], digest: planDigest },
    // 1 as reported, 2 an edit action's, 3 the user's below 2, 4 an edit action's below the user's.
    attempts: [attempt(1, null), attempt(2, 1), attempt(3, 2, user), attempt(4, 3)],
  };
  return { ...state, approvals: approve(state).flatMap((approval) => approval ?? []) };
}

const byPlan = (state: ReproductionState) => [approvalForPlan(state, 'user', ports)];

function covered(state: ReproductionState, attemptId: string, change: Partial<CoverageQuestion> = {}): boolean {
  return isCovered({
    state,
    attemptId,
    text: texts[attemptId] ?? '',
    scriptOf: ({ id }) => texts[id] ?? null,
    digestOf,
    sandbox: state.options.sandbox,
    allowWeakerSandbox: false,
    network: 'none',
    ...change,
  });
}

describe('isCovered', () => {
  it('covers nothing without an approval', () => {
    const state = stateWith(() => []);
    expect(state.attempts.map(({ id }) => covered(state, id))).toEqual([false, false, false, false]);
  });

  it('lets the plan cover the shown script and what edit actions alone derive from it', () => {
    const state = stateWith(byPlan);
    expect(state.attempts.map(({ id }) => covered(state, id))).toEqual([true, true, false, false]);
  });

  it('covers the exported form of a covered script', () => {
    const state = stateWith(byPlan);
    const text = exportedForm(texts['attempt-2'] ?? '', null);
    expect(text).not.toBe(texts['attempt-2']);
    expect(covered(state, 'attempt-2', { text })).toBe(true);
  });

  it('lets an approved script cover just itself', () => {
    const state = stateWith((current) => [approvalForScript(current, attempt(3, 2).scriptDigest, 'user', ports)]);
    expect(state.attempts.map(({ id }) => covered(state, id))).toEqual([false, false, true, false]);
  });

  it('covers a control by what covers the script that it belongs to; one with the report’s cure by the plan alone', () => {
    const asControl = (basis: 'triggerRemoved' | 'reportedFix', parent: number): Partial<Attempt> => ({
      parentId: `attempt-${parent}`,
      edit: { kind: 'control', reason: 'r', basis, rule: 'x' },
    });
    const withControl = (change: Partial<Attempt>, approve: Parameters<typeof stateWith>[0]): boolean => {
      const state = stateWith(approve);
      const attempts = [...state.attempts.slice(0, 3), attempt(4, null, { author: 'reprise', ...change })];
      return covered({ ...state, attempts }, 'attempt-4');
    };
    const byScript: Parameters<typeof stateWith>[0] = (current) => [
      approvalForScript(current, attempt(3, 2).scriptDigest, 'user', ports),
    ];
    expect(withControl(asControl('triggerRemoved', 2), byPlan)).toBe(true);
    expect(withControl(asControl('reportedFix', 2), byPlan)).toBe(true);
    expect(withControl(asControl('triggerRemoved', 3), byScript)).toBe(true);
    expect(withControl(asControl('reportedFix', 3), byScript)).toBe(false);
    expect(withControl(asControl('triggerRemoved', 3), byPlan)).toBe(false);
    expect(withControl(asControl('triggerRemoved', 2), () => [])).toBe(false);
  });

  it('forgets the plan once it was edited, and an approval that was taken back', () => {
    const state = stateWith(byPlan);
    const edited = { ...state, plan: { revision: 2, steps: [], digest: digestOf('other') } };
    expect(covered(edited, 'attempt-1')).toBe(false);
    const scope = { kind: 'script', scriptDigest: digestOf(texts['attempt-3'] ?? '') } as const;
    const takenBack = stateWith((current) => [
      approvalForScript(current, scope.scriptDigest, 'user', ports),
      answerFor({ state: current, scope, answer: 'refused', by: 'user', ports }),
    ]);
    expect(covered(takenBack, 'attempt-3')).toBe(false);
  });

  it('refuses a model that claims to be an edit action', () => {
    const state = stateWith(byPlan);
    const attempts = [attempt(1, null), attempt(2, 1, { author: 'model' })];
    expect(covered({ ...state, attempts }, 'attempt-2')).toBe(false);
  });

  it('covers the arguments that a script was given with, and no others', () => {
    const given = {
      name: 's.py',
      digest: attempt(3, 2).scriptDigest,
      arguments: ['--size', '3'],
      control: ['--fixed'],
    };
    const approve = (current: ReproductionState) => [approvalForScript(current, given.digest, 'user', ports)];
    const state = stateWith(approve, { given });
    const takes = (words: readonly string[], of = state) => covered(of, 'attempt-3', { arguments: words });
    expect([['--size', '3'], ['--fixed'], []].map((words) => takes(words))).toEqual([true, true, true]);
    expect([['--size'], ['--size', '4'], ['--fixed', '--size']].map((words) => takes(words))).toEqual([
      false,
      false,
      false,
    ]);
    expect(takes(['--fixed'], stateWith(approve))).toBe(false);
  });

  it('never covers network', () => {
    const state = stateWith(byPlan);
    expect(covered(state, 'attempt-1', { network: 'open' })).toBe(false);
    expect(covered(state, 'attempt-1', { network: 'index' })).toBe(false);
  });

  it('covers a weaker sandbox only by a word of its own', () => {
    const weaker = { allowWeakerSandbox: true };
    const scope = { kind: 'weakerSandbox', reason: 'none here' } as const;
    const asked = (answer: Approval['answer']) =>
      stateWith((state) => [...byPlan(state), answerFor({ state, scope, answer, by: 'user', ports })]);
    expect(covered(stateWith(byPlan), 'attempt-1', weaker)).toBe(false);
    expect(covered(asked('refused'), 'attempt-1', weaker)).toBe(false);
    expect(covered(asked('approved'), 'attempt-1', weaker)).toBe(true);
    expect(covered(stateWith(byPlan), 'attempt-1', { sandbox: 'off' })).toBe(false);
    expect(covered(stateWith(byPlan), 'attempt-1', { sandbox: 'prefer' })).toBe(false);
    expect(covered(stateWith(byPlan, { sandbox: 'off' }), 'attempt-1', weaker)).toBe(true);
  });

  it('lets a bundled example run with limits only while it is unchanged', () => {
    const approve = (state: ReproductionState) => [
      ...byPlan(state),
      approvalForScript(state, attempt(3, 2).scriptDigest, 'user', ports),
    ];
    const state = stateWith(approve, { bundledExample: true });
    const ids = state.attempts.map(({ id }) => covered(state, id, { allowWeakerSandbox: true }));
    expect(ids).toEqual([true, true, false, false]);
  });

  it('lets policy approve new code inside a sandbox only', () => {
    const approve = (state: ReproductionState) => [
      approvalForScript(state, attempt(3, 2).scriptDigest, 'policy', ports),
    ];
    expect(covered(stateWith(approve), 'attempt-3')).toBe(true);
    expect(covered(stateWith(approve, { sandbox: 'off' }), 'attempt-3')).toBe(false);
  });

  it('refuses any other byte, whatever was approved', () => {
    const state = stateWith((current) => [
      ...byPlan(current),
      approvalForScript(current, attempt(3, 2).scriptDigest, 'user', ports),
    ]);
    const changed = fc
      .tuple(fc.constantFrom('attempt-1', 'attempt-2', 'attempt-3'), fc.nat(), fc.string({ maxLength: 3 }), fc.nat(3))
      .map(([id, at, text, removed]) => {
        const original = texts[id] ?? '';
        const index = at % (original.length + 1);
        return { id, text: original.slice(0, index) + text + original.slice(index + removed) };
      })
      .filter(({ id, text }) => text !== texts[id]);
    fc.assert(
      fc.property(changed, ({ id, text }) => {
        expect(covered(state, id, { text })).toBe(false);
      }),
    );
  });

  it('refuses a kept script that was changed behind its digest', () => {
    const state = stateWith(byPlan);
    expect(covered(state, 'attempt-1', { text: 'evil()\n', scriptOf: () => 'evil()\n' })).toBe(false);
  });
});
