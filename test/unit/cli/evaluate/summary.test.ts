import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../../../src/cli/commands/evaluate/markdown';
import { summarise, summaryLines } from '../../../../src/cli/commands/evaluate/summary';
import { caseResult } from './samples';

const results = [
  caseResult('a', { actions: ['importAddition', 'importAddition'], seconds: 4 }),
  caseResult('b', { seconds: 2, framework: 'tensorflow-keras', expectedSymptom: 'nonFinite' }),
  caseResult('c', {
    rating: 'open',
    outcome: 'inconclusive',
    environmentFailed: true,
    why: 'No | wheel <b>`\nfor it',
    executions: 0,
    model: { calls: 3, tokens: 900, seconds: 12 },
  }),
];

describe('summarise', () => {
  it('tells the figures of each group, the median over right cases alone', () => {
    const { all, byFramework, bySymptom, actions } = summarise(results);
    expect(all).toEqual({
      cases: 3,
      right: 2,
      wrong: 0,
      executions: 4,
      seconds: 3,
      environmentFailures: 1,
      calls: 3,
      tokens: 900,
    });
    expect(byFramework['tensorflow-keras']).toMatchObject({ cases: 1, right: 1, seconds: 2, calls: 0 });
    expect(Object.keys(bySymptom)).toEqual(['exception', 'nonFinite']);
    expect(actions).toEqual({ importAddition: 1 });
  });

  it('reads results of before a symptom was kept', () => {
    const { expectedSymptom, environmentFailed, ...older } = caseResult('a');
    expect([expectedSymptom, environmentFailed]).toEqual(['exception', false]);
    expect(summarise([older])).toMatchObject({ all: { cases: 1, environmentFailures: 0 }, bySymptom: {} });
  });

  it('prints a table whose last row is of all', () => {
    const lines = summaryLines(summarise(results));
    expect(lines[0]).toMatch(/^cases +all +right +wrong +runs +median s +no environment +calls +tokens$/);
    expect(lines.find((line) => line.startsWith('all'))).toMatch(/^all +3 +2 +0 +4 +3 +1 +3 +900$/);
  });
});

describe('markdownOf', () => {
  it('holds each case in one row, and lets no text of a run become markup', () => {
    const text = markdownOf({ summary: summarise(results), results, comparison: null });
    const row = text.split('\n').find((line) => line.startsWith('| c '));
    expect(row).toBe('| c | open | inconclusive | 0 | 1.5 | No &#124; wheel &#60;b&#62;&#96; for it |');
    expect(text).not.toContain('<b>');
  });
});
