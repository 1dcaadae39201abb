import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunRequest } from '../../../src/core/ports/script-runner';
import { createScriptRunner } from '../../../src/node/execution/create-script-runner';
import { createSandbox } from '../../../src/node/sandbox/create-sandbox';
import { createTerminals } from '../../../src/node/terminal/create-terminals';
import { compareVersions, findInterpreters } from '../../helpers/interpreters';
import { linesOf } from './run-script';

const interpreters = findInterpreters();
const sandbox = createSandbox({
  platform: process.platform,
  environmentBlock: process.env,
  userId: process.getuid?.() ?? null,
});
const { level, reason } = await sandbox.describe();
const unable = level !== 'bubblewrap' || interpreters.length === 0;
const why = unable ? ` (skipped: ${reason ?? 'no Python interpreter here'})` : '';

let dataFolder = '';
beforeAll(async () => {
  dataFolder = join(await mkdtemp(join(tmpdir(), 'reprise-stacks-')), 'data');
  await mkdir(dataFolder, { mode: 0o700 });
});
afterAll(() => rm(dirname(dataFolder), { recursive: true, force: true }));

function runToSilence(python: string, version: string, script: string, mode: RunRequest['mode'] = 'recorded') {
  const id = `${mode}-${version.replace('.', '-')}-${script.length}`;
  const runner = createScriptRunner({
    terminals: createTerminals({ dataFolder }),
    sandbox,
    dataFolder,
    resourcesFolder: resolve('resources'),
    environmentBlock: process.env,
  });
  const request: RunRequest = {
    reproductionId: 'r1',
    executionId: `execution-${id}`,
    terminalId: `terminal-${id}`,
    environment: {
      id: 'e1',
      kind: 'system',
      prefix: dirname(dirname(python)),
      interpreter: python,
      pythonVersion: `${version}.0`,
      packages: [],
      lock: '',
      lockDigest: '0'.repeat(64),
      reused: true,
      differences: [],
    },
    script,
    scriptName: 'reproducer.py',
    arguments: [],
    mode,
    seed: 0,
    limits: { seconds: 100, idleSeconds: 3, memoryBytes: null, outputBytes: 1e7, processes: 100, diskBytes: 1e8 },
    project: null,
    data: null,
    sandbox: 'require',
    allowWeakerSandbox: false,
  };
  return runner.run(request, { signal: new AbortController().signal, report: () => undefined });
}

const HANGS = `
import threading, time
def waits():
    time.sleep(86400)
def hangs(n):
    return hangs(n - 1) if n else wait_for_ever()
def wait_for_ever():
    while True:
        pass
t = threading.Thread(target=waits)
t.daemon = True
t.start()
print("on")
hangs(2)
`;
/** Within C code, where no handler of Python's own would be called. */
const HANGS_IN_C = 'import re\nprint("on")\nre.match(r"(?:a+)+b", "a" * 64)\n';

describe.skipIf(unable)(`a run that a limit of time ends${why}`, () => {
  test.concurrent.each(interpreters)('tells where each thread stood, Python $version', async ({ python, version }) => {
    const { end, record } = await runToSilence(python, version, HANGS);
    expect(end).toEqual({ kind: 'idleLimit', seconds: 3 });
    const [told, ...more] = linesOf(record ?? { lines: [], dropped: 0 }, 'threads');
    expect([more, record?.dropped]).toEqual([[], 0]);
    const stacks = told?.threads.map(({ frames }) => frames.map((frame) => frame.function)) ?? [];
    expect(stacks).toHaveLength(2);
    expect(stacks).toContainEqual(expect.arrayContaining(['wait_for_ever', 'hangs', '<module>']));
    expect(stacks).toContainEqual(expect.arrayContaining(['waits']));
    const inner = told?.threads.flatMap(({ frames }) => frames).find((frame) => frame.function === 'waits');
    expect(inner).toMatchObject({ line: 4, file: expect.stringMatching(/reproducer\.py$/) as string });
  });

  const inC = interpreters.filter(({ version }) => compareVersions(version, '3.0') >= 0).slice(-1);
  test.concurrent.each(inC)('also from within C code, Python $version', async ({ python, version }) => {
    const { end, record } = await runToSilence(python, version, HANGS_IN_C);
    expect(end.kind).toBe('idleLimit');
    const [told] = linesOf(record ?? { lines: [], dropped: 0 }, 'threads');
    expect(told?.threads[0]?.frames.at(-1)).toMatchObject({ function: '<module>', line: 3 });
  });

  test.concurrent.each(inC)(
    'asks no program without our runner in it, Python $version',
    async ({ python, version }) => {
      const ends =
        'import signal, sys, time\nsignal.signal(15, lambda *_: (print("asked to end"), sys.exit(3)))\nprint("on")\ntime.sleep(86400)\n';
      const plain = await runToSilence(python, version, ends, 'plain');
      expect([plain.end.kind, plain.record, plain.stdout.tail]).toEqual(['idleLimit', null, 'on\nasked to end\n']);
      const replaced = await runToSilence(
        python,
        version,
        `import os, sys\nprint("on")\nos.execv(sys.executable, [sys.executable, "-u", "-c", """${ends}"""])\n`,
      );
      expect([replaced.end.kind, replaced.stdout.tail]).toEqual(['idleLimit', 'on\non\nasked to end\n']);
    },
  );
});
