import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findInterpreters } from '../../helpers/interpreters';
import { openRunner, sandboxOfThisUser, type OpenRunner } from '../execution/open-runner';
import { findPython } from '../process/find-python';
import { setUpSurroundings, type Surroundings } from './surroundings';
import { freePort, tryPlanting, trySisters, trySpoiling } from './try-leaving';
import { succeeded, type Results } from './try-probes';

const python = findPython();
const version = findInterpreters().find((one) => one.python === python)?.version ?? '3.11';
const { level, reason } = await sandboxOfThisUser().describe();
const unable = level !== 'bubblewrap' || python === null;
const why = unable ? ` (skipped: ${reason ?? 'no Python 3 here'})` : '';

let around: Surroundings;
let dataFolder = '';
let runner: OpenRunner;
beforeAll(async () => {
  around = await setUpSurroundings(python ?? process.execPath);
  dataFolder = join(around.folder, 'data');
  runner = await openRunner({ dataFolder, python: python ?? '', pythonVersion: version });
});
afterAll(async () => {
  await runner.close();
  await around.close();
});
const ways = [
  ['cold', true],
  ['in forks of a warm interpreter', false],
] as const;

describe.skipIf(unable).each(ways)(`what a script leaves: %s${why}`, (_way, cold) => {
  test('is met by no later one: start files, path files, modules, bytecode', async () => {
    const places = { project: join(around.folder, 'project'), environment: join(around.folder, 'environment') };
    const { planted, met } = await tryPlanting(runner, { cold, ...places });
    expect(succeeded(met)).toEqual([]);
    // It planted where it may: its own case and home; neither the project nor the environment took anything.
    expect(Object.values(planted).filter((count) => count > 0).length).toBeGreaterThanOrEqual(4);
    expect([planted[places.project], planted[places.environment]]).toEqual([0, 0]);
  });

  test('is no line of the record, and no other end than its own, whatever it does to the descriptor', async () => {
    expect(succeeded(await trySpoiling(runner, { cold }))).toEqual([]);
  });
});

describe.skipIf(unable)(`two forks of one warm interpreter at the same time${why}`, () => {
  test('do not reach one another: files, processes, signals, sockets, messages', async () => {
    const got = await trySisters(runner, dataFolder);
    expect(succeeded(got)).toEqual([]);
    expect(Object.keys(got).length).toBeGreaterThanOrEqual(15);
  });
});

describe.skipIf(python === null)('the same where nothing confines', () => {
  let home = '';
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'reprise-open-'));
    for (const name of ['case', 'project']) await mkdir(join(home, name));
    await writeFile(join(home, 'project/model.py'), 'layers = 3\n');
  });
  afterAll(() => rm(home, { recursive: true, force: true }));
  const at = (name: string): string => new URL(`probes/${name}.py`, import.meta.url).pathname;
  const block = (): NodeJS.ProcessEnv => ({ HOME: home, PATH: '/usr/bin:/bin' });

  test('meets what was planted', () => {
    const start = (role: string) =>
      spawnSync(python ?? '', ['-', role, JSON.stringify([join(home, 'project')])], {
        cwd: join(home, 'case'),
        env: block(),
        encoding: 'utf8',
        input: `import sys; sys.path.insert(0, ""); exec(open(${JSON.stringify(at('planting'))}).read())`,
      });
    expect(start('plant').stderr).toBe('');
    const met = JSON.parse(start('find').stdout) as Results;
    expect(Object.values(met)).not.toContain(null);
    expect(met['code that was planted']).toContain('bytecode');
  });

  test('reaches the other', async () => {
    const port = await freePort();
    const told = JSON.stringify({ port, processes: 100_000, reckless: false, case: home });
    const options = { cwd: home, env: block() };
    const other = spawn(python ?? '', [at('sister'), 'wait', told], {
      ...options,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await new Promise((resolve) => other.stdout?.once('data', resolve));
      const { stdout } = spawnSync(python ?? '', [at('sister'), 'reach', told], { ...options, encoding: 'utf8' });
      const got = JSON.parse(stdout) as Results;
      expect(Object.keys(got).filter((name) => got[name] === null)).toEqual(['a signal to all']);
    } finally {
      other.kill('SIGTERM');
      await new Promise((resolve) => other.once('exit', resolve));
      for (const place of ['/tmp', '/dev/shm']) {
        for (const end of ['', '.socket']) await rm(join(place, `reprise-sister-${port}${end}`), { force: true });
      }
    }
  });
});
