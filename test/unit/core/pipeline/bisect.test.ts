import { beforeAll, describe, expect, it } from 'vitest';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import type { RunRequest } from '../../../../src/core/ports/script-runner';
import type { BisectWish, Bisection } from '../../../../src/protocol/bisection';
import { describeBisection } from '../../../../src/protocol/describe-bisection';
import type { PublishedRelease } from '../../../../src/protocol/environment';
import type { ExecutionResult } from '../../../../src/protocol/execution';
import { createTestParser } from '../../../helpers/create-test-parser';
import { createBench, type Bench, type BenchOptions } from '../../../helpers/pipeline';
import { ended, raised } from '../../../helpers/recorded-results';

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

const report = `# Sizes cannot be added

\`\`\`python
import numpy as np
np.ones(2) + np.ones(3)
\`\`\`

\`\`\`
Traceback (most recent call last):
  File "a.py", line 2, in <module>
    np.ones(2) + np.ones(3)
ValueError: operands could not be broadcast together with shapes (2,) (3,)
\`\`\`
`;

const versions = ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '2.0.0', '2.1.0', '2.2.0', '2.3.0'];
const published: Readonly<Record<string, readonly PublishedRelease[]>> = {
  numpy: versions.map((version, at) => ({
    ...{ version, day: `2024-0${at + 1}-01`, yanked: false, prerelease: false, pythons: ['3.11'] },
  })),
};
const releases = { numpy: versions.map((version) => ({ version, day: '2024-01-01' })) };

function versionOf({ environment }: RunRequest): string {
  return environment.packages.find(({ name }) => name === 'numpy')?.version ?? '';
}

function shows(mode: 'recorded' | 'plain'): ExecutionResult {
  const message = 'operands could not be broadcast together with shapes (2,) (3,)';
  const frames = [{ line: 2, code: 'np.ones(2) + np.ones(3)', op: 'BINARY_OP' }];
  return raised({ type: 'ValueError', message, frames }, mode);
}

function otherError(mode: 'recorded' | 'plain'): ExecutionResult {
  const frames = [{ line: 1, code: 'import numpy as np', op: 'IMPORT_NAME' }];
  return raised({ type: 'ImportError', message: 'numpy was built for another NumPy', frames }, mode);
}

const wish: BisectWish = {
  ...{ package: 'NumPy', good: null, bad: null, python: null, jobs: 1, prereleases: false, yanked: false },
};

interface Ran {
  readonly bench: Bench;
  readonly ran: string[];
  bisect(more?: Partial<BisectWish>): Promise<Bisection>;
}

/** A reproduction on 2.3.0, after which releases are searched through. `answer`: by the release. */
async function reproduced(
  answer: (version: string, mode: 'recorded' | 'plain', nth: number) => ExecutionResult,
  more: Partial<BenchOptions> = {},
): Promise<Ran> {
  const ran: string[] = [];
  const bench = await createBench({
    ...{ report, parser, releases, published },
    index: { numpy: { version: '2.3.0', module: 'numpy' } },
    answer: (request) => {
      const version = versionOf(request);
      ran.push(version);
      return answer(version, request.mode, ran.filter((one) => one === version).length);
    },
    ...more,
  });
  const state = await bench.drive();
  expect(state.conclusion?.outcome, state.conclusion?.message).toBe('reproduced');
  ran.length = 0;
  return {
    bench,
    ran,
    bisect: async (change = {}) => {
      const { session } = bench;
      const open = session.state().jobs.find(({ kind, status }) => kind === 'bisect' && status.kind === 'running');
      const attemptId = session.state().conclusion?.attemptId ?? open?.attemptId ?? '';
      if (!open) {
        const status = { kind: 'running', progress: 0, note: '' } as const;
        const bisection = { wish: { ...wish, ...change }, plan: null, probes: [], result: null };
        const id = bench.ports.ids.next('job');
        await session.emit({ type: 'job/started', job: { id, kind: 'bisect', attemptId, status, bisection } });
      }
      if (session.state().conclusion)
        await session.emit({ type: 'reproduction/reopened', reason: 'It was asked for.' });
      const after = await bench.drive();
      const job = after.jobs.filter(({ kind }) => kind === 'bisect').at(-1);
      expect(job?.status.kind).toBe('finished');
      if (!job?.bisection) throw new Error('There is no bisection');
      return job.bisection;
    },
  };
}

const major = (version: string): number => Number(version.split('.')[0]);

describe('a bisection of a reproduced report', () => {
  it('finds the release that the fault came with, with its day, by runs of the same script', async () => {
    const { bisect, bench, ran } = await reproduced((version, mode) =>
      major(version) >= 2 ? shows(mode) : ended('', mode),
    );
    const found = await bisect({ good: '1.0.0' });
    expect(found.result).toEqual({ kind: 'found', change: 'came', older: '1.3.0', newer: '2.0.0', between: [] });
    expect(describeBisection(found)).toEqual([
      'It came with NumPy 2.0.0 (2024-05-01): first bad 2.0.0 (2024-05-01), last good 1.3.0 (2024-04-01).',
    ]);
    expect(ran.length).toBeLessThanOrEqual(2 + 3 + 2);
    const border = found.probes.filter(({ version }) => ['1.3.0', '2.0.0'].includes(version));
    expect(border.map(({ answer, runs }) => [answer, runs])).toEqual([
      ['clean', 2],
      ['shows', 2],
    ]);
    expect(bench.session.state().conclusion?.outcome).toBe('reproduced');
  });

  it('looks for a good release by itself, and takes the release of the reproduction for the bad one', async () => {
    const { bisect } = await reproduced((version, mode) => (major(version) >= 2 ? shows(mode) : ended('', mode)));
    const found = await bisect();
    expect(found.result).toMatchObject({ kind: 'found', older: '1.3.0', newer: '2.0.0' });
    expect(found.probes[0]?.version).toBe('2.3.0');
  });

  it('finds the release that a fault went with', async () => {
    const { bisect } = await reproduced((version, mode) =>
      version === '2.3.0' || version < '1.2.0' ? shows(mode) : ended('', mode),
    );
    const found = await bisect({ good: '2.0.0', bad: '1.0.0' });
    expect(found.result).toEqual({ kind: 'found', change: 'went', older: '1.1.0', newer: '1.2.0', between: [] });
  });

  it('passes over what cannot be tested, and says what lies between', async () => {
    const { bisect } = await reproduced(
      (version, mode) => (version === '2.0.0' ? otherError(mode) : version >= '2.1.0' ? shows(mode) : ended('', mode)),
      {
        failureOf: ({ rows }) =>
          rows.some(({ specifier }) => specifier === '==1.3.0') ? { kind: 'noWheel', message: 'No file fits.' } : null,
      },
    );
    const found = await bisect({ good: '1.0.0' });
    expect(found.result).toMatchObject({ older: '1.2.0', newer: '2.1.0', between: ['1.3.0', '2.0.0'] });
    expect(found.probes.find(({ version }) => version === '1.3.0')).toMatchObject({ runs: 0, text: 'No file fits.' });
    expect(found.probes.find(({ version }) => version === '2.0.0')?.text).toContain('built for another NumPy');
    expect(describeBisection(found)[0]).toContain('In between 2 could not be: 1.3.0, 2.0.0.');
  });

  it('says that an end is not as it was said to be, and that none is good', async () => {
    const { bisect } = await reproduced((_, mode) => shows(mode));
    expect((await bisect({ good: '1.2.0' })).result).toEqual({
      ...{ kind: 'contradicted', version: '1.2.0', said: 'clean', answer: 'shows' },
    });
    expect((await bisect()).result).toEqual({ kind: 'noGood', oldest: '1.0.0' });
    const unknown = await bisect({ package: 'numbers' });
    expect(unknown.result).toEqual({ kind: 'impossible', reason: 'The index has no numbers.' });
  });

  it('is not misled by a release that does not show it the first time', async () => {
    const { bisect } = await reproduced((version, mode, nth) =>
      major(version) >= 2 && !(version === '2.1.0' && nth === 1) ? shows(mode) : ended('', mode),
    );
    const found = await bisect({ good: '1.0.0' });
    expect(found.result).toMatchObject({ older: '1.3.0', newer: '2.0.0' });
  });

  it('goes on where it was stopped, and asks again for nothing that is known', async () => {
    let stopAt: string | null = '1.2.0';
    const made: Ran = await reproduced((version, mode) => {
      if (version === stopAt) made.bench.abort.abort();
      return major(version) >= 2 ? shows(mode) : ended('', mode);
    });
    await expect(made.bisect({ good: '1.0.0' })).rejects.toThrow();
    const before = made.bench.session.state();
    expect(before.jobs.at(-1)?.status.kind).toBe('running');
    const known = before.jobs.at(-1)?.bisection?.probes.map(({ version }) => version) ?? [];
    expect(known).toEqual(['2.3.0', '1.0.0', '2.0.0']);
    stopAt = null;
    const later = await createBench({
      ...{ report, parser, releases, published },
      index: { numpy: { version: '2.3.0', module: 'numpy' } },
      answer: (request) => {
        made.ran.push(versionOf(request));
        return major(versionOf(request)) >= 2 ? shows(request.mode) : ended('', request.mode);
      },
      earlier: { envelopes: made.bench.session.envelopes(), store: made.bench.store },
    });
    made.ran.length = 0;
    const state = await later.drive();
    const job = state.jobs.filter(({ kind }) => kind === 'bisect').at(-1);
    expect(job?.bisection?.result).toMatchObject({ kind: 'found', older: '1.3.0', newer: '2.0.0' });
    expect(made.ran).not.toContain('2.3.0');
    expect(made.ran).not.toContain('1.0.0');
  });
});
