import { describe, expect, it } from 'vitest';
import { estimateMaking } from '../../../../src/core/plan/estimate-making';
import type { EnvironmentSummary } from '../../../../src/protocol/environment';

function made(bytes: number, madeInSeconds: number, ours = true): EnvironmentSummary {
  return {
    ...{ id: 'one', kind: 'reprise', name: 'one', prefix: '/one', interpreter: '/one/bin/python' },
    ...{ pythonVersion: '3.11.1', frameworks: [], ours, broken: null, bytes, madeInSeconds },
  };
}

describe('estimateMaking', () => {
  it('goes by the middle rate of those that are large enough to tell it', () => {
    const environments = [made(2e9, 100), made(1e9, 10), made(4e9, 100), made(1e6, 100), made(9e9, 1, false)];
    expect(estimateMaking(8e9, environments)).toEqual({ seconds: 200, bytesASecond: 4e7, measured: 3 });
  });

  it('says that it assumes one where nothing was measured', () => {
    expect(estimateMaking(1e9, [made(1e6, 1)])).toEqual({ seconds: 100, bytesASecond: 1e7, measured: 0 });
  });
});
