import { describe, expect, it } from 'vitest';
import { nextCandidate } from '../../../../src/core/execute/next-candidate';
import type { PreparationFailure } from '../../../../src/core/ports/environments';
import type { EnvironmentResolution, ResolutionRow } from '../../../../src/protocol/environment';

const row = (name: string, specifier: string, over: Partial<ResolutionRow> = {}): ResolutionRow => ({
  ...{ name, specifier, step: 'stated', reason: '' },
  ...over,
});
function resolution(over: Partial<EnvironmentResolution> = {}): EnvironmentResolution {
  return {
    python: { interpreter: '/py/3.8', version: '3.8.18', step: 'stated', reason: '' },
    rows: [row('torch', '==1.5.0'), row('numpy', '==1.18.5')],
    otherPythons: [
      { interpreter: '/py/3.9', version: '3.9.18' },
      { interpreter: '/py/3.7', version: '3.7.16' },
    ],
    ...{ asOf: null, existing: null, heavy: [], unknown: [] },
    ...over,
  };
}
const failure = (kind: PreparationFailure['kind'], ...blamed: string[]): PreparationFailure => ({
  ...{ kind, message: 'why', blamed },
});

/** All that is tried until nothing is left: interpreter and specifiers. */
function allTries(first: EnvironmentResolution, met: PreparationFailure): readonly string[] {
  const tries: string[] = [];
  for (let now = nextCandidate(first, met); now !== null; now = nextCandidate(now.resolution, met)) {
    tries.push([now.resolution.python.version, ...now.resolution.rows.map(({ specifier }) => specifier)].join(' '));
  }
  return tries;
}

describe('nextCandidate', () => {
  it('tries the other interpreters, then releases further and further away, and comes to an end', () => {
    expect(allTries(resolution(), failure('noWheel', 'torch'))).toEqual([
      '3.9.18 ==1.5.0 ==1.18.5',
      '3.7.16 ==1.5.0 ==1.18.5',
      '3.7.16 ==1.5.* ==1.18.5',
      '3.7.16 ==1.* ==1.18.5',
      '3.7.16  ==1.18.5',
    ]);
  });

  it('says how far off it is: the stated interpreter and the stated release stay on record', () => {
    const next = nextCandidate(resolution(), failure('brokenPython'));
    expect(next?.resolution.python).toMatchObject({ version: '3.9.18', stated: '3.8', step: 'stated' });
    expect(next?.change).toContain('3.9.18');
    const nearer = nextCandidate(resolution({ otherPythons: [] }), failure('noVersion', 'numpy'));
    expect(nearer?.resolution.rows[1]).toMatchObject({ specifier: '==1.18.*', stated: '==1.18.5' });
    expect(nearer?.change).toContain('numpy==1.18.5');
    const second = nextCandidate(nearer?.resolution ?? resolution(), failure('noVersion', 'numpy'));
    expect(second?.resolution.rows[1]).toMatchObject({ specifier: '==1.*', stated: '==1.18.5' });
  });

  it('lets the one give way that the other asks for, where two do not go together', () => {
    const next = nextCandidate(resolution(), failure('conflict', 'torch', 'numpy'));
    expect(next?.resolution.rows.map(({ specifier }) => specifier)).toEqual(['==1.5.0', '==1.18.*']);
    expect(next?.resolution.python.version).toBe('3.8.18');
  });

  it('takes back what was stepped back from for the interpreter that is left', () => {
    const rows = [row('torch', '==1.13.0', { stated: '==1.5.0', steppedFor: '3.11' })];
    const next = nextCandidate(resolution({ rows }), failure('otherPython', 'torch'));
    expect(next?.resolution.rows).toEqual([row('torch', '==1.5.0')]);
  });

  it('exchanges nothing that the user gave, and nothing for a failure of the machine', () => {
    const given = resolution({
      python: { interpreter: '/py/3.8', version: '3.8.18', step: 'given', reason: '' },
      rows: [row('torch', '==1.5.0', { step: 'given' })],
    });
    expect(nextCandidate(given, failure('noWheel', 'torch'))).toBeNull();
    for (const kind of ['noNetwork', 'diskFull', 'refused', 'indexRefused', 'other'] as const) {
      expect(nextCandidate(resolution(), failure(kind, 'torch')), kind).toBeNull();
    }
  });

  it('takes the package itself before all else, where the build of it for this machine cannot be had, and has its size asked', () => {
    const insteadOf = { name: 'tensorflow', bytes: 2_000_000_000 };
    const rows = [row('tensorflow-cpu', '==2.4.1', { insteadOf })];
    const heavy = [{ name: 'tensorflow-cpu', bytes: 1_500_000_000 }];
    const next = nextCandidate(resolution({ rows, heavy }), failure('noVersion', 'tensorflow-cpu'));
    expect(next?.resolution.rows).toEqual([expect.objectContaining({ name: 'tensorflow', specifier: '==2.4.1' })]);
    expect(next?.resolution.rows[0]).not.toHaveProperty('insteadOf');
    expect(next?.resolution.heavy).toEqual([insteadOf]);
  });

  it('takes the nearest interpreter that is here, where a program of the conda family could not bring one', () => {
    const maker = { tool: { program: 'micromamba' as const, path: '/bin/micromamba' }, python: '3.7' };
    const next = nextCandidate(resolution({ maker }), failure('other'));
    expect(next?.resolution).toEqual(resolution());
    const python = { interpreter: '/bin/micromamba', version: '3.7', step: 'stated' as const, reason: '' };
    expect(nextCandidate(resolution({ maker, python }), failure('other'))).toBeNull();
  });
});
