import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Symptom } from '../../../../src/protocol/symptom';
import { symptomFields, type SymptomKind } from '../../../../src/protocol/symptom-fields';
import { nextSymptomId, symptomOf, valuesOf } from '../../../../src/renderer/features/report/symptom-fields';

const read: Symptom = {
  id: 's-1',
  kind: 'exception',
  type: 'ValueError',
  message: { source: 'size 16', parts: [{ kind: 'text', text: 'size 16' }] },
  blamed: { file: null, function: 'matmul', code: 'a @ b' },
  phase: 'train',
  confidence: 0.95,
  span: { start: 3, end: 9 },
  author: 'report',
};

describe('the fields of a symptom', () => {
  it('give a symptom of every kind once they are filled, and only then', () => {
    for (const kind of Object.keys(symptomFields) as SymptomKind[]) {
      const values = Object.fromEntries(
        symptomFields[kind].map(({ name, kind: form, options }) => [
          name,
          options[0] ?? (form === 'number' ? '2' : 'x'),
        ]),
      );
      expect(symptomOf({ kind, values, before: null, id: 'user-1' })?.kind).toBe(kind);
      for (const { name, required } of symptomFields[kind]) {
        const without = symptomOf({ kind, values: { ...values, [name]: ' ' }, before: null, id: 'user-1' });
        expect([kind, name, without === null]).toEqual([kind, name, required]);
      }
    }
  });

  it('are those of the schema, with how they are filled in', () => {
    const told = ({ name, kind, required }: (typeof symptomFields)['hang'][number]) =>
      `${name}: ${kind}${required ? '' : '?'}`;
    expect(symptomFields.exception.map(told)).toEqual(['type: text', 'message: long?']);
    expect(symptomFields.metricGap.map(told)).toEqual([
      'metric: text',
      'between: choice',
      'op: choice',
      'value: number?',
    ]);
    expect(symptomFields.memoryGrowth).toEqual([]);
    expect(symptomFields.outOfMemory[0]?.options).toEqual(['host', 'gpu']);
  });

  it('keep what they do not show, and are the user’s own under a new id', () => {
    const edited = symptomOf({
      kind: 'exception',
      values: { ...valuesOf(read), type: 'TypeError' },
      before: read,
      id: 'user-1',
    });
    expect(edited).toEqual({ ...read, id: 'user-1', type: 'TypeError', confidence: 1, author: 'user' });
  });

  it('leave nothing of another kind behind', () => {
    const edited = symptomOf({ kind: 'nonFinite', values: { what: 'loss' }, before: read, id: 'user-1' });
    expect(edited).toEqual({
      id: 'user-1',
      kind: 'nonFinite',
      what: 'loss',
      confidence: 1,
      span: read.span,
      author: 'user',
    });
  });

  it('take no text for a number and no option that is none', () => {
    expect(symptomOf({ kind: 'hang', values: { afterSeconds: 'long' }, before: null, id: 'user-1' })).toBeNull();
    expect(symptomOf({ kind: 'outOfMemory', values: { where: 'moon' }, before: null, id: 'user-1' })).toBeNull();
  });

  it('never give a symptom that the contract refuses', () => {
    const texts = fc.dictionary(
      fc.constantFrom('type', 'message', 'what', 'metric', 'op', 'value', 'where'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.constantFrom(...(Object.keys(symptomFields) as SymptomKind[])), texts, (kind, values) => {
        const made = symptomOf({ kind, values, before: null, id: 'user-1' });
        if (made) expect(Symptom.parse(made)).toEqual(made);
      }),
    );
  });

  it('give each edit an id of its own', () => {
    expect(nextSymptomId([])).toBe('user-1');
    expect(nextSymptomId([{ id: 'user-9' }, { id: 's-12' }, { id: 'user-2' }])).toBe('user-10');
  });
});
