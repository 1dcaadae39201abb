import { describe, expect, it } from 'vitest';
import { ofAnyDay } from '../../../../src/core/execute/of-any-day';
import type { EnvironmentResolution, ResolutionRow } from '../../../../src/protocol/environment';

const rows: readonly ResolutionRow[] = [
  { name: 'keras', specifier: '==2.0.9', step: 'stated', reason: 'Stated.' },
  { name: 'tensorflow', specifier: '>=1.4,<1.5', step: 'era', reason: 'tf.contrib came then.' },
  { name: 'pandas', specifier: '', ofDay: true, step: 'stated', reason: 'The newest on 2017-11-20.' },
  { name: 'torch', specifier: '==1.0.0', ofDay: true, step: 'stated', reason: 'The first, of 2018-12-07.' },
];
const resolution: EnvironmentResolution = {
  python: { interpreter: '/python', version: '3.6.8', step: 'date', reason: '' },
  ...{ rows: [...rows], asOf: '2017-11-20', asOfReason: 'Keras 2.0.9 was in use.' },
  ...{ existing: null, heavy: [], unknown: [] },
};

describe('ofAnyDay', () => {
  it('names no release that only the day named, keeps what the report says, and says so in the rows', () => {
    const { rows: after, ...rest } = ofAnyDay(resolution);
    expect(rest).toMatchObject({ asOf: null });
    expect(rest).not.toHaveProperty('asOfReason');
    expect(after.slice(0, 2)).toEqual(rows.slice(0, 2));
    const reason = 'Of any day, as not all could be had of 2017-11-20.';
    expect(after.slice(2)).toEqual([
      { name: 'pandas', specifier: '', step: 'current', reason },
      { name: 'torch', specifier: '', step: 'current', reason },
    ]);
  });
});
