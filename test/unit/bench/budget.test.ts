import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compareFigures, goalOf, keeps, readBudget, readFigures, shown } from '../../../bench/budget';

const budget = readBudget(
  JSON.stringify({
    'a: most': { most: 150, unit: 'ms' },
    'a: least': { least: 0.5, unit: 'share' },
    'b: ratio': { most: 0.05, unit: 'ratio' },
  }),
);

describe('the budget of benchmarks', () => {
  it('tells what is over, what is kept, and what was not measured', () => {
    const figures = readFigures(
      '{"name":"a: most","value":150,"unit":"ms"}\n{"name":"a: least","value":0.49,"unit":"share"}\n{"name":"other","value":9,"unit":"s"}\n',
    );
    const { kept, over, missing } = compareFigures(figures, budget);
    expect(kept).toBe(1);
    expect(over.map(({ name }) => name)).toEqual(['a: least']);
    expect(missing).toEqual(['b: ratio']);
  });

  it('takes a figure that could not be measured for over', () => {
    const [figure] = readFigures(`${JSON.stringify({ name: 'a: most', value: Number.NaN, unit: 'ms' })}\n`);
    expect(keeps(figure?.value ?? null, { most: 150, unit: 'ms' })).toBe(false);
  });

  it('shows ratios as parts', () => {
    expect([
      shown(0.05, 'ratio'),
      shown(1.5, 'ratio'),
      shown(null, 'ms'),
      goalOf({ least: 0.55, unit: 'share' }),
    ]).toEqual(['1/20.0', '1.50', 'none', 'at least 0.55']);
  });

  it('refuses a goal with both ends or none', () => {
    expect(() => readBudget('{"a":{"most":1,"least":0,"unit":"s"}}')).toThrow();
    expect(() => readBudget('{"a":{"unit":"s"}}')).toThrow();
  });

  it('of the project is one, each goal for a benchmark that is there', () => {
    const names = readdirSync('bench').flatMap((file) => /^(.+)\.bench\.ts$/.exec(file)?.[1] ?? []);
    const goals = [...readBudget(readFileSync('bench/budget.json', 'utf8')).keys()];
    expect(goals.length).toBeGreaterThan(20);
    expect(goals.filter((goal) => !names.includes(goal.split(': ')[0] ?? ''))).toEqual([]);
  });
});
