import { describe, expect, it } from 'vitest';
import type { ReproductionSummary } from '../../../../src/protocol/reproduction/state';
import { isTelling } from '../../../../src/renderer/app/tell-when-done';

const summary = (phase: ReproductionSummary['phase'], outcome: ReproductionSummary['outcome'] = null) => ({
  id: 'r1',
  title: 'Crash',
  createdAt: '2026-01-01T00:00:00.000Z',
  phase,
  paused: false,
  outcome,
  damaged: null,
});

describe('what is told to somebody who looked away', () => {
  it.each([
    ['it has ended', summary('attempting'), summary('concluded', 'reproduced'), true],
    ['it waits for the plan to be accepted', summary('planning'), summary('awaitingPlan'), true],
    ['it goes on', summary('awaitingPlan'), summary('attempting'), false],
    ['it is as it was', summary('concluded', 'reproduced'), summary('concluded', 'reproduced'), false],
    ['it was not there before', undefined, summary('concluded', 'reproduced'), false],
  ])('%s', (_, before, now, told) => expect(isTelling(before, now)).toBe(told));
});
