import { describe, expect, it } from 'vitest';
import type { EnvironmentSummary } from '../../../../src/protocol/environment';
import { filterEnvironments, type Filter } from '../../../../src/renderer/features/machine/filter-environments';

const one = (name: string, over: Partial<EnvironmentSummary> = {}): EnvironmentSummary => ({
  id: name,
  kind: 'venv',
  name,
  prefix: `/envs/${name}`,
  interpreter: `/envs/${name}/bin/python`,
  pythonVersion: '3.11.7',
  frameworks: [],
  ours: false,
  broken: null,
  ...over,
});

const all = [
  one('vision', { frameworks: [{ name: 'torch', version: '2.4.0' }], cuda: '12.1', madeBy: 'uv 0.9.7' }),
  one('plain', { pythonVersion: null }),
  one('old', { broken: 'It has no Python interpreter.', kind: 'conda' }),
  one('0123-py38', { ours: true, kind: 'reprise', pythonVersion: '3.8.18' }),
];
const names = (filter: Filter, search: string) => filterEnvironments(all, filter, search).map(({ name }) => name);

describe('filterEnvironments', () => {
  it.each([
    ['all', ['vision', 'plain', 'old', '0123-py38']],
    ['ours', ['0123-py38']],
    ['frameworks', ['vision']],
    ['broken', ['old']],
  ] as const)('shows by %s', (filter, expected) => expect(names(filter, '')).toEqual(expected));

  it.each([
    ['TORCH 2.4', ['vision']],
    ['cuda 12', ['vision']],
    ['python 3.8', ['0123-py38']],
    ['conda', ['old']],
    ['uv', ['vision']],
    ['  /envs/pl ', ['plain']],
    ['torch conda', []],
  ])('finds %j', (search, expected) => expect(names('all', search)).toEqual(expected));
});
