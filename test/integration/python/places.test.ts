import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { findInterpreters } from '../../helpers/interpreters';
import { temporaryFolder } from '../../helpers/temporary-folder';
import { createBench, progress, sandbox } from './parts';

const run = promisify(execFile);
const python = findInterpreters().findLast(({ version }) => !version.startsWith('2.'))?.python;
const torch = process.env['REPRISE_TEST_TORCH'];

describe.skipIf(python === undefined)(
  `places of the user${python === undefined ? ' (skipped: no Python)' : ''}`,
  () => {
    it('lists a real environment that was added by its path, with nothing started, and not once it is left out', async () => {
      const folder = await temporaryFolder();
      const made = join(folder, 'kept here', 'my env');
      await mkdir(join(folder, 'kept here'));
      await run(python ?? '', ['-m', 'venv', '--without-pip', made]);
      const list = async (environmentPlaces: { include: string[]; exclude: string[] }) => {
        const bench = createBench({ dataFolder: join(folder, 'data'), settings: { environmentPlaces } });
        const { environments } = await bench.environments.list({ fresh: true }, progress);
        expect(bench.started()).toBe(0);
        return environments.filter(({ prefix }) => prefix === made);
      };
      expect(await list({ include: [], exclude: [] })).toEqual([]);
      expect(await list({ include: [join(folder, 'kept here')], exclude: [] })).toMatchObject([
        { name: 'my env', kind: 'venv', added: true, madeBy: 'venv', broken: null, ours: false },
      ]);
      expect(await list({ include: [made], exclude: [folder] })).toEqual([]);
    });
  },
);

const why = torch === undefined ? ' (skipped: REPRISE_TEST_TORCH names no environment with torch)' : '';
const hasSandbox = (await sandbox.describe()).level === 'bubblewrap';

describe.skipIf(torch === undefined || !hasSandbox)(`the build of a real torch${why}`, () => {
  it('tells its CUDA by files, and its architectures when it is asked in the sandbox', async () => {
    const settings = { environmentPlaces: { include: [torch ?? ''], exclude: [] } };
    const bench = createBench({ dataFolder: await temporaryFolder(), settings });
    const { environments } = await bench.environments.list({ fresh: true }, progress);
    const one = environments.find(({ added }) => added === true);
    expect(one?.frameworks.map(({ name }) => name)).toContain('torch');
    expect(bench.started()).toBe(0);
    const build = await bench.environments.readBuild(one?.id ?? '', progress);
    expect(build).toMatchObject({ name: 'torch', cuda: one?.cuda });
    const words = build?.architectures ?? [];
    if (typeof one?.cuda === 'string') expect(words.join(' ')).toMatch(/^(?:(?:sm|compute)_\d+[af]? ?)+$/);
    else expect(words).toEqual([]);
  }, 180_000);
});
