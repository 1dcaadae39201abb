import { describe, expect, it } from 'vitest';
import { maskMessage } from '../../../../src/core/symptom/mask-message';
import { matchException } from '../../../../src/core/verify/match-exception';
import type { ExceptionRecord } from '../../../../src/protocol/record/record';
import type { ExceptionSymptom } from '../../../../src/protocol/symptom';

const script = { lines: [], provenance: [] } as unknown as Parameters<typeof matchException>[2];

const record = (type: string, message: string, code: string | null = null): ExceptionRecord => ({
  type,
  module: 'builtins',
  bases: ['Exception', 'BaseException'],
  message,
  relation: 'raised',
  frames: [
    {
      file: 'script.py',
      line: 3,
      function: '<module>',
      module: '__main__',
      place: 'script',
      distribution: null,
      instruction: null,
      code,
      tensors: [],
    },
  ],
});

const symptom = (type: string, message: string | null, called: string | null = null): ExceptionSymptom => ({
  id: 'symptom-1',
  author: 'report',
  confidence: 0.5,
  span: null,
  kind: 'exception',
  type,
  message: message === null ? null : maskMessage(message),
  blamed: called === null ? null : { file: null, function: called, code: null },
  phase: null,
});

describe('matchException', () => {
  it('takes the reported fault in the words of another release, and says so', () => {
    const found = matchException(
      symptom('RuntimeError', 'size mismatch, m1: [12 x 1], m2: [12 x 1]'),
      [record('RuntimeError', 'addmm: mat1 and mat2 shapes cannot be multiplied (12x1 and 12x1)')],
      script,
    );
    expect(found.exception?.type).toBe('RuntimeError');
    expect(found.reworded?.family).toBe('torch-matrix-shapes');
  });

  it('does not take it with other shapes, and does not call an exact match reworded', () => {
    const observed = record('RuntimeError', 'mat1 and mat2 shapes cannot be multiplied (12x1 and 12x1)');
    const other = symptom('RuntimeError', 'size mismatch, m1: [3 x 4], m2: [5 x 6]');
    expect(matchException(other, [observed], script)).toMatchObject({ exception: null, reworded: null });
    const same = symptom('RuntimeError', 'mat1 and mat2 shapes cannot be multiplied (12x1 and 12x1)');
    expect(matchException(same, [observed], script)).toMatchObject({ exception: observed, reworded: null });
  });

  it('matches a failure without class and message only in the call that the report blames', () => {
    const blamed = symptom('Exception', null, 'Multiply');
    const inCall = record('IndexError', 'tuple index out of range', 'scaled = Multiply()([h, five])');
    expect(matchException(blamed, [inCall], script).exception).toBe(inCall);
    expect(matchException(blamed, [record('IndexError', 'x', 'other(h)')], script).exception).toBeNull();
    expect(matchException(symptom('Exception', null), [inCall], script).exception).toBeNull();
  });

  it.each(['NameError', 'ModuleNotFoundError', 'FileNotFoundError'])(
    'does not take a script that is not whole yet (%s) for a failure without a class',
    (type) => {
      const observed = record(type, 'missing', 'scaled = Multiply()([h, five])');
      expect(matchException(symptom('Exception', null, 'Multiply'), [observed], script).exception).toBeNull();
    },
  );

  it('wants the words of a quoted message, whatever the class', () => {
    const quoted = symptom('Exception', 'the frobnicator of row seven is not aligned');
    const said = record('ValueError', 'Sorry, the frobnicator of row seven is not aligned.');
    expect(matchException(quoted, [said], script).exception).toBe(said);
    expect(matchException(quoted, [record('ValueError', 'another thing')], script).exception).toBeNull();
  });
});
