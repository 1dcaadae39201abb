import { readdirSync, readFileSync } from 'node:fs';
import { readReport } from '../src/core/report/read-report';
import { figure } from './figure';

/** Which kind of symptom comes first for each of the cases, against the kind that its expectation names. */
const folder = 'test/cases';
const rows = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => {
    const text = readFileSync(`${folder}/${name}/report.md`, 'utf8');
    const expected = (JSON.parse(readFileSync(`${folder}/${name}/expected.json`, 'utf8')) as { symptomKind: string })
      .symptomKind;
    const { symptoms } = readReport({ name: 'report.md', text, asOf: null });
    const found = symptoms.map((symptom) => `${symptom.kind} ${symptom.confidence.toFixed(2)}`);
    return { name, expected, found, right: symptoms[0]?.kind === expected };
  });
for (const { name, expected, found, right } of rows) {
  process.stdout.write(
    `${right ? ' ' : '!'} ${name.padEnd(28)}${expected.padEnd(18)}${found.join(', ') || 'nothing'}\n`,
  );
}
process.stdout.write(`first symptom of the right kind: ${rows.filter((row) => row.right).length} of ${rows.length}\n`);
figure('symptoms: first of the right kind', rows.filter((row) => row.right).length / rows.length, 'share');
