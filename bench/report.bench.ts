import { readFileSync } from 'node:fs';
import { readReport } from '../src/core/report/read-report';
import { figure } from './figure';
import { header, measure, median, row } from './measure';

/** A long thread made of the bundled reports: prose, code, tracebacks and version lines in the usual mix. */
function thread(bytes: number): string {
  const parts = ['numpy-shapes', 'missing-import', 'torch-linear'].map((name) =>
    readFileSync(`examples/${name}/report.md`, 'utf8'),
  );
  let text = '';
  for (let index = 0; text.length < bytes; index += 1) text += `${parts[index % parts.length] ?? ''}\n\n`;
  return text.slice(0, bytes);
}

const sizes = { '10 KB': 10_000, '100 KB': 100_000, '1 MB': 1_000_000, '5 MB (line scanner)': 5_000_000 };
process.stdout.write(header);
const medians = new Map<string, number>();
for (const [name, bytes] of Object.entries(sizes)) {
  const text = thread(bytes);
  const times = await measure(5, () => readReport({ name: 'report.md', text, asOf: null }));
  medians.set(name, median(times));
  process.stdout.write(row(`read a report of ${name}`, times));
}
const ratio = (medians.get('1 MB') ?? 0) / (medians.get('100 KB') ?? 1);
process.stdout.write(`1 MB against 100 KB: ${ratio.toFixed(1)} times the time for 10 times the text\n`);
figure('report: 100 KB', medians.get('100 KB') ?? Number.NaN, 'ms');
figure('report: 1 MB', medians.get('1 MB') ?? Number.NaN, 'ms');
