import { appendFileSync, readFileSync } from 'node:fs';
import { goalOf, keeps, readBudget, shown, type Unit } from './budget';

/**
 * Prints a figure with its goal from bench/budget.json, where it has one, and tells it to the bench runner for its report. Names are unique among
 * all benchmarks.
 */
export function figure(name: string, value: number, unit: Unit): void {
  const goal = readBudget(readFileSync('bench/budget.json', 'utf8')).get(name);
  const judged = goal ? `   goal ${goalOf(goal)}: ${keeps(value, goal) ? 'kept' : 'MISSED'}` : '';
  process.stdout.write(`  ${name.padEnd(72)}${shown(value, unit).padStart(12)}${judged}\n`);
  const file = process.env['REPRISE_BENCH_FIGURES'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ name, value, unit })}\n`);
}
