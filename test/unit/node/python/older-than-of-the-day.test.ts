import { describe, expect, it } from 'vitest';
import { olderThanOfTheDay } from '../../../../src/node/python/prepare/compile-lock';

const dates = new Map([
  ['2.4.0', '2020-12-14'],
  ['2.4.1', '2021-01-21'],
  ['2.5.0', '2021-05-13'],
]);
const knowledge = { releaseDatesOf: (name: string) => (name === 'tensorflow' ? dates : new Map<string, string>()) };
const row = { name: 'tensorflow', specifier: '', step: 'date' as const, reason: '' };
const locked = (name: string, version: string) => ({ packages: [{ name, version, hashes: [] }] });

describe('olderThanOfTheDay', () => {
  it('names what came to an older release than was out on the day', () => {
    const asked = { asOf: '2021-03-01', knowledge };
    expect(olderThanOfTheDay([row], { ...asked, locked: locked('tensorflow', '2.4.0') })).toEqual([
      { name: 'tensorflow', locked: '2.4.0', newest: '2.4.1' },
    ]);
    expect(olderThanOfTheDay([row], { ...asked, locked: locked('tensorflow', '2.4.1') })).toEqual([]);
  });

  it('knows the days of a build by what it takes the place of', () => {
    const build = { ...row, name: 'tensorflow-cpu', insteadOf: { name: 'tensorflow', bytes: null } };
    expect(
      olderThanOfTheDay([build], { asOf: '2021-03-01', knowledge, locked: locked('tensorflow-cpu', '2.4.0') }),
    ).toEqual([{ name: 'tensorflow-cpu', locked: '2.4.0', newest: '2.4.1' }]);
  });
});
