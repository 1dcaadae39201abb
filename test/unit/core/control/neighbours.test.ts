import { describe, expect, it } from 'vitest';
import { proposeNeighbours, type NeighbourQuestion } from '../../../../src/core/control/neighbours';

const releases = ['1.23.5', '1.24.0', '1.26.3', '1.26.4', '2.0.0', '2.1.0', '2.1.1'].map((version, index) => ({
  version,
  day: `2024-01-0${index + 1}`,
}));

function proposed(question: Partial<NeighbourQuestion>): readonly string[] {
  return proposeNeighbours({
    told: [],
    borders: [],
    installed: [{ name: 'numpy', version: '2.1.0' }],
    blamed: 'numpy',
    releasesOf: (name) => (name === 'numpy' ? releases : []),
    onDisk: [],
    ...question,
  }).map(({ name, specifier, onDiskOnly }) => `${name}${specifier}${onDiskOnly ? ' at hand' : ''}`);
}

const said = (side: 'at' | 'below' | 'before' | 'after', version: string | null, name: string | null = 'numpy') => ({
  told: [{ side, version, name, sentence: 'It works there.', contrasted: false, span: null }],
});

describe('neighbouring releases', () => {
  it('takes the newest release of a series that the report tells of', () => {
    expect(proposed(said('at', '1.26'))).toEqual(['numpy==1.26.4']);
  });

  it('takes the release in front of the one that the fault came with, and the one behind the installed one', () => {
    expect(proposed(said('before', '2.0.0'))).toEqual(['numpy==1.26.4']);
    expect(proposed(said('before', null))).toEqual(['numpy==2.0.0']);
    expect(proposed(said('below', '2.0'))).toEqual(['numpy==1.26.4']);
    expect(proposed(said('after', null))).toEqual(['numpy==2.1.1']);
  });

  it('compares with no release that is installed, of another distribution than there is, or later than what the fault came with', () => {
    expect(proposed(said('at', '2.1.0'))).toEqual([]);
    expect(proposed(said('at', '2.1'))).toEqual([]);
    expect(proposed(said('at', '1.2', 'torch'))).toEqual([]);
    expect(proposed(said('before', '2.2.0'))).toEqual([]);
  });

  it('reads a sentence without a name as one on the distribution that failed', () => {
    expect(proposed(said('at', '1.24', null))).toEqual(['numpy==1.24.0']);
    expect(proposed({ ...said('at', '1.24', null), blamed: null })).toEqual([]);
  });

  it('asks for a series where no table knows its releases', () => {
    const installed = [{ name: 'widgets', version: '3.0.0' }];
    expect(proposed({ ...said('at', '2.9', 'widgets'), installed })).toEqual(['widgets==2.9.*']);
  });

  it('takes known borders after what is told, and the nearest releases at hand last', () => {
    expect(
      proposed({
        ...said('at', '2.0.0'),
        borders: [{ name: 'numpy', version: '1.23.5', text: 'numpy.float' }],
        onDisk: ['1.24.0', '1.26.3', '2.1.0', '2.1.1'],
      }),
    ).toEqual(['numpy==2.0.0', 'numpy==1.23.5', 'numpy==1.26.3 at hand', 'numpy==2.1.1 at hand']);
  });
});
