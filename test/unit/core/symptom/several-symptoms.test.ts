import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readReport } from '../../../../src/core/report/read-report';
import { describeSymptom } from '../../../../src/core/plan/describe-symptom';

interface Several {
  readonly kind: string;
  /** Words of the symptom that the report is about. */
  readonly words: string;
  readonly text: string;
}

/** Reports that tell of more than one thing; what each is about stands in its head line. */
function readSeveral(): Several[] {
  const whole = readFileSync('test/unit/core/symptom/several-symptoms.txt', 'utf8');
  return whole
    .split(/^===== /m)
    .slice(1)
    .map((piece) => {
      const [head = '', ...lines] = piece.split('\n');
      const [kind = '', words = ''] = head.split(' | ');
      return { kind: kind.split(':')[0] ?? '', words: `${kind.split(': ')[1] ?? ''}|${words}`, text: lines.join('\n') };
    });
}

describe('the first of several symptoms', () => {
  it.each(readSeveral().map((one) => [one.text.trim().split('\n')[0] ?? '', one] as const))('%s', (_, one) => {
    const symptoms = readReport({ name: 'report.md', text: one.text, asOf: null }).symptoms;
    const told = symptoms.map(
      (symptom) => `${symptom.kind} ${symptom.confidence.toFixed(2)} ${describeSymptom(symptom).slice(0, 120)}`,
    );
    const [first] = symptoms;
    const [type = '', words = ''] = one.words.split('|');
    expect(first?.kind, told.join('\n')).toBe(one.kind);
    const said = JSON.stringify(first).toLowerCase();
    expect(said, told.join('\n')).toContain(words.toLowerCase());
    expect(said, told.join('\n')).toContain(type.toLowerCase());
  });
});
