import { readFileSync } from 'node:fs';
import { compareFigures, goalOf, readBudget, readFigures, shown } from './budget';

/** Prints which figures of a run are over the budget, and ends with 1 where one is: `compare-with-budget.ts FIGURES [BENCHMARK...]`. */
const [, , file = '', ...ran] = process.argv;
const figures = readFigures(readFileSync(file, 'utf8'));
const { kept, over, missing } = compareFigures(figures, readBudget(readFileSync('bench/budget.json', 'utf8')));
process.stdout.write(`\n${kept} of ${kept + over.length} measured goals are kept\n`);
for (const { name, value, unit, goal } of over) {
  process.stdout.write(`over  ${name}: ${shown(value, unit)}, goal ${goalOf(goal)}\n`);
}
for (const name of missing.filter((goal) => ran.length === 0 || ran.includes(goal.split(': ')[0] ?? '')))
  process.stdout.write(`not measured  ${name}\n`);
process.exitCode = over.length === 0 ? 0 : 1;
