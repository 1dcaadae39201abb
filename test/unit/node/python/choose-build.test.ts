import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readKnowledge } from '../../../../src/node/python/knowledge/read-knowledge';
import { chooseBuild, type BuildQuestion } from '../../../../src/node/python/resolve/choose-build';
import { hasCard } from '../../../../src/node/python/resolve/has-card';
import type { ResolutionRow } from '../../../../src/protocol/environment';

const knowledge = readKnowledge(resolve(import.meta.dirname, '../../../../resources'));
const row = (name: string, specifier = '', over: Partial<ResolutionRow> = {}): ResolutionRow => ({
  ...{ name, specifier, step: 'stated', reason: 'Why.' },
  ...over,
});
const choose = (wanted: ResolutionRow, over: Partial<BuildQuestion> = {}) =>
  chooseBuild(wanted, {
    ...{ platform: 'linux', architecture: 'x64', usesCards: false, cpuIndex: null, knowledge },
    releaseOf: ({ specifier }) => /(\d[\d.]*)/.exec(specifier)?.[1] ?? null,
    askedBytesOf: () => 2_000_000_000,
    ...over,
  });

describe('chooseBuild', () => {
  it('takes the same code without that for cards where there is no card, and says so', () => {
    const chosen = choose(row('tensorflow', '==2.4.1'));
    expect(chosen).toMatchObject({
      ...{ name: 'tensorflow-cpu', specifier: '==2.4.1', step: 'stated' },
      insteadOf: { name: 'tensorflow', bytes: 2_000_000_000 },
    });
    expect(chosen.reason).toMatch(/^Why\. .*no graphics card.*tensorflow-cpu/);
    expect(choose(row('tensorflow')).name).toBe('tensorflow-cpu');
    expect(choose(row('tensorflow', '==1.15.0')).name).toBe('tensorflow-cpu');
  });

  it.each([
    ['with a card', row('tensorflow', '==2.4.1'), { usesCards: true }],
    ['of a release without such a build', row('tensorflow', '==1.15.2'), {}],
    ['of an older release', row('tensorflow', '==2.0.0'), {}],
    ['that may come to an older release', row('tensorflow', '<2'), { releaseOf: (): string | null => '1.15.0' }],
    ['of a range that nothing is known of', row('tensorflow', '>=99'), { releaseOf: (): string | null => null }],
    ['that the user gave', row('tensorflow', '==2.4.1', { step: 'given' }), {}],
    ['on another system', row('tensorflow', '==2.4.1'), { platform: 'darwin' }],
    ['on another processor', row('tensorflow', '==2.4.1'), { architecture: 'arm64' }],
    ['of torch, without an index of such builds', row('torch', '==2.1.0'), {}],
    ['of a small package', row('six', '==1.0'), { cpuIndex: 'https://builds.example/cpu' }],
  ] as const)('leaves a row as it is: %s', (_, wanted, over) => {
    expect(choose(wanted, over)).toEqual(wanted);
  });

  it('takes torch, and what brings it, from the user’s index of such builds', () => {
    const cpuIndex = 'https://builds.example/cpu';
    const chosen = choose(row('torch', '==2.1.0'), { cpuIndex });
    expect(chosen).toMatchObject({ name: 'torch', specifier: '==2.1.0', fromCpuIndex: true });
    expect(chosen.reason).toContain('builds.example');
    expect(choose(row('pytorch-lightning', '==2.1.0'), { cpuIndex }).fromCpuIndex).toBe(true);
    // That index tells no days: the release of the day is named.
    expect(choose(row('torch'), { cpuIndex, releaseOf: () => '1.9.0' }).specifier).toBe('==1.9.0');
    expect(choose(row('torch', '==2.1.0'), { cpuIndex, usesCards: true }).fromCpuIndex).toBeUndefined();
  });
});

describe('hasCard', () => {
  it('goes by the nodes of devices', async () => {
    expect(await hasCard(['/dev/nothing-of-this-name', '/dev/null'])).toBe(true);
    expect(await hasCard(['/dev/nothing-of-this-name'])).toBe(false);
  });
});
