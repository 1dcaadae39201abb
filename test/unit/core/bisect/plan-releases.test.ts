import { describe, expect, it } from 'vitest';
import { planReleases } from '../../../../src/core/bisect/plan-releases';
import { runsWanted } from '../../../../src/core/bisect/runs-wanted';
import type { BisectWish } from '../../../../src/protocol/bisection';
import type { PublishedRelease } from '../../../../src/protocol/environment';

function release(version: string, pythons: readonly string[], more: Partial<PublishedRelease> = {}): PublishedRelease {
  return { version, day: '2024-01-01', yanked: false, prerelease: false, pythons: [...pythons], ...more };
}

const published = [
  release('1.0', ['3.7', '3.8']),
  release('1.1', ['3.8', '3.11']),
  release('1.2rc1', ['3.8', '3.11'], { prerelease: true }),
  release('1.2', ['3.8', '3.11'], { yanked: true }),
  release('1.2.1', ['3.11']),
  release('1.3.0', ['3.11', '3.12']),
  release('2.0.0', ['3.11', '3.12']),
];

const wish: BisectWish = {
  ...{ package: 'thing', good: null, bad: null, python: null, jobs: 1, prereleases: false, yanked: false },
};

function plan(more: Partial<BisectWish>, installed: string | null = '2.0.0', present = '3.11') {
  return planReleases({ published, wish: { ...wish, ...more }, installed, present });
}

function versions(planned: ReturnType<typeof planReleases>): readonly string[] {
  return planned.kind === 'planned' ? planned.plan.releases.map(({ version }) => version) : [planned.reason];
}

describe('the releases that are searched through', () => {
  it('are those up to the bad one, without pre-releases, withdrawn ones, and those without files for the interpreter', () => {
    const planned = plan({});
    expect(versions(planned)).toEqual(['1.1', '1.2.1', '1.3.0', '2.0.0']);
    expect(planned).toMatchObject({
      ...{ older: null, newer: 3, change: 'came' },
      plan: { python: '3.11', leftOut: { prereleases: 1, yanked: 1, noFiles: 1 } },
    });
  });

  it('are those with pre-releases and withdrawn ones where these are asked for, or are an end', () => {
    expect(versions(plan({ prereleases: true, yanked: true }))).toContain('1.2rc1');
    expect(versions(plan({ good: '1.2', bad: '1.3' }))).toEqual(['1.2', '1.2.1', '1.3.0']);
  });

  it('lie between two ends, whichever is the newer', () => {
    expect(plan({ good: '1.1', bad: '1.3.0' })).toMatchObject({ older: 0, newer: 2, change: 'came' });
    expect(plan({ good: '2.0', bad: '1.1' })).toMatchObject({ older: 0, newer: 3, change: 'went' });
  });

  it('have files for one interpreter: that of the reproduction, else the one that serves most, else none', () => {
    expect(plan({ good: '1.0', bad: '1.2' })).toMatchObject({ plan: { python: '3.8' } });
    expect(plan({ good: '1.3.0' }, '2.0.0', '3.9')).toMatchObject({ plan: { python: '3.12' } });
    expect(plan({ good: '1.3.0', python: '3.12' })).toMatchObject({ plan: { python: '3.12' } });
    expect(versions(plan({ good: '1.0' })).join()).toContain('1.0 for Python 3.7, 3.8; 2.0.0 for Python 3.11, 3.12');
    expect(versions(plan({ good: '1.1', python: '3.12' })).join()).toContain('for Python 3.12');
  });

  it('are none, with a reason, where an end is not there', () => {
    expect(versions(plan({ bad: '9.9' })).join()).toContain('no thing 9.9. The last ones are 1.2.1, 1.3.0, 2.0.0');
    expect(versions(plan({ good: 'v1' })).join()).not.toContain('no thing');
    expect(versions(plan({}, null)).join()).toContain('not in the environment');
    expect(versions(plan({ good: '2.0.0' })).join()).toContain('cannot be both');
    expect(versions(plan({ bad: '1.0' })).join()).toContain('nothing older');
  });
});

describe('the runs after which a release counts as clean', () => {
  it('are one for what always shows, and more the rarer it shows', () => {
    expect(runsWanted(2, 2)).toBe(1);
    expect(runsWanted(0, 0)).toBe(1);
    expect(runsWanted(4, 5)).toBe(4);
    expect(runsWanted(3, 10)).toBe(10);
    expect(runsWanted(1, 100)).toBe(12);
  });
});
