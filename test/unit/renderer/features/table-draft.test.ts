import { describe, expect, it } from 'vitest';
import {
  choiceOf,
  draftOf,
  problemsOf,
  specifierOf,
  withAdded,
  withRow,
  type TableDraft,
} from '../../../../src/renderer/features/environment/table-draft';
import type { ResolutionRow } from '../../../../src/protocol/environment';

const rows: readonly ResolutionRow[] = [
  { name: 'numpy', specifier: '==1.19.5', step: 'stated', reason: 'The report states it.' },
  { name: 'pandas', specifier: '', step: 'given', reason: 'You asked for it.' },
  {
    ...{ name: 'tensorflow-cpu', specifier: '==2.4.0', step: 'stated' as const, reason: 'No card.' },
    insteadOf: { name: 'tensorflow', bytes: null },
  },
];
const options = { python: null, asOf: null, packages: [{ name: 'pandas', specifier: '' }], leaveOut: ['scipy'] };
const draft = draftOf({ rows: [...rows] }, options);

function added(from: TableDraft, text: string): TableDraft {
  const next = withAdded(from, text);
  if (next === null || 'twice' in next) throw new Error('It was not added.');
  return next;
}

describe('a draft of the table', () => {
  it('that was not changed asks for what was by hand before, and no more', () => {
    expect(choiceOf(draft)).toEqual({ packages: options.packages, leaveOut: ['scipy'], python: null, asOf: null });
  });

  it('asks for a changed version, an added row, an interpreter and a day', () => {
    const changed = withRow(added(draft, 'Scikit_Learn>=0.24'), 'numpy', { typed: ' 1.20.1 ' });
    expect(choiceOf({ ...changed, python: ' 3.8 ', asOf: '2021-03-01' })).toEqual({
      packages: [
        { name: 'numpy', specifier: '==1.20.1' },
        { name: 'pandas', specifier: '' },
        { name: 'scikit-learn', specifier: '>=0.24' },
      ],
      leaveOut: ['scipy'],
      python: '3.8',
      asOf: '2021-03-01',
    });
  });

  it('takes a left row back in, and drops an added one', () => {
    const left = withRow(withRow(draft, 'scipy', { isLeft: false }), 'pandas', { isLeft: true });
    expect(choiceOf(left)).toMatchObject({ packages: [], leaveOut: ['pandas'] });
    expect(withRow(added(draft, 'six'), 'six', { isLeft: true })).toEqual(draft);
  });

  it('names what the report wants where a build of it is left out or changed', () => {
    expect(choiceOf(withRow(draft, 'tensorflow-cpu', { isLeft: true })).leaveOut).toEqual(['tensorflow', 'scipy']);
    expect(choiceOf(withRow(draft, 'tensorflow-cpu', { typed: '2.5.0' }))).toMatchObject({
      packages: [
        { name: 'pandas', specifier: '' },
        { name: 'tensorflow-cpu', specifier: '==2.5.0' },
      ],
      leaveOut: ['scipy', 'tensorflow'],
    });
  });

  it('tells what cannot be read, and looks at no row that is left out', () => {
    const bad = { ...withRow(draft, 'numpy', { typed: 'latest' }), python: 'snake', asOf: '2021-02-30' };
    expect(problemsOf(bad).map(({ kind }) => kind)).toEqual(['version', 'python', 'day']);
    expect(problemsOf(withRow(bad, 'numpy', { isLeft: true })).map(({ kind }) => kind)).toEqual(['python', 'day']);
    expect(problemsOf(draft)).toEqual([]);
  });

  it('takes no row twice, not under the name of the whole build either', () => {
    expect(withAdded(draft, 'NumPy')).toEqual({ twice: 'numpy' });
    expect(withAdded(draft, 'tensorflow==2.4')).toEqual({ twice: 'tensorflow-cpu' });
    expect(withAdded(draft, 'x @ https://example.invalid')).toBeNull();
  });

  it('reads a bare version as that one', () => {
    expect(['1.0', 'v1.0', '1.*', '>= 1', '', ' 2 '].map(specifierOf)).toEqual([
      ...['==1.0', '==v1.0', '==1.*', '>=1', '', '==2'],
    ]);
  });
});
