import { statSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { judge } from '../../../../src/core/verify/judge';
import { createTestParser } from '../../../helpers/create-test-parser';
import { inputOf, readRecords, type LabelledRecord } from '../../../labelled/read-records';

const records = readRecords();

/** Records of real runs, made by `npx tsx test/labelled/make.ts`. */
describe('the labelled set of run records', () => {
  let parser: PythonParser;
  let outcomes: readonly { readonly record: LabelledRecord; readonly outcome: string; readonly reason: string }[];
  beforeAll(async () => {
    parser = await createTestParser();
    outcomes = records.map((record) => {
      const input = inputOf(record, parser);
      if (!input) return { record, outcome: 'unread', reason: record.printed };
      const verdict = judge(input);
      return { record, outcome: verdict.outcome, reason: verdict.nearMiss ?? '' };
    });
  }, 120_000);

  const named = ({ record, outcome, reason }: (typeof outcomes)[number]) =>
    `${record.label}, ${record.name}, ${record.environment}: ${outcome}. ${reason}`;

  it('is large and varied enough, and small on disk', () => {
    const count = (label: string) =>
      new Set(records.filter((record) => record.label === label).map(({ name }) => name)).size;
    expect(records.length).toBeGreaterThanOrEqual(250);
    expect(count('counterfeit')).toBeGreaterThanOrEqual(40);
    expect(count('trueCrash')).toBeGreaterThanOrEqual(40);
    expect(new Set(records.map(({ label }) => label)).size).toBe(12);
    expect(new Set(records.map(({ environment }) => environment))).toEqual(
      new Set(['python-2.7', 'python-3.8', 'python-3.13', 'numpy', 'torch', 'tensorflow', 'jax']),
    );
    expect(statSync('test/labelled/records.jsonl.gz').size).toBeLessThan(3_000_000);
  });

  it('is never judged as reproduced where it is not', () => {
    const wrong = outcomes.filter(
      ({ record, outcome }) => outcome === 'reproduced' && !record.right.includes('reproduced'),
    );
    expect(wrong.map(named)).toEqual([]);
  });

  it('is judged as reproduced where it is, but for at most 3 %', () => {
    const real = outcomes.filter(({ record }) => record.right.length === 1 && record.right[0] === 'reproduced');
    const wrong = real.filter(({ outcome }) => outcome !== 'reproduced');
    const planted = outcomes.filter(
      ({ record, outcome }) => outcome === 'reproduced' && !record.right.includes('reproduced'),
    );
    process.stdout.write(
      `${records.length} records: ${planted.length} false “reproduced”; ${wrong.length} of ${real.length} false “not reproduced”\n`,
    );
    expect(wrong.length / real.length, wrong.map(named).join('\n')).toBeLessThanOrEqual(0.03);
  });
});
