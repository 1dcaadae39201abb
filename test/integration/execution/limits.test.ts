import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunRequest } from '../../../src/core/ports/script-runner';
import { listProcesses } from '../../../src/node/process/list-processes';
import { findPython } from '../process/find-python';
import { openRunner, sandboxOfThisUser, type OpenRunner } from './open-runner';

const python = findPython();
const { level, reason } = await sandboxOfThisUser().describe();
const unable = level !== 'bubblewrap' || python === null;
const why = unable ? ` (skipped: ${reason ?? 'no Python 3 here'})` : '';

let folder = '';
let runner: OpenRunner;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-limits-'));
  runner = await openRunner({ dataFolder: join(folder, 'data'), python: python ?? '', pythonVersion: '3.11' });
});
afterAll(async () => {
  await runner.close();
  await rm(folder, { recursive: true, force: true });
});

const LIMITS: RunRequest['limits'] = {
  seconds: 60,
  memoryBytes: 150_000_000,
  outputBytes: 1_000_000,
  processes: 20,
  diskBytes: 10_000_000,
};
const REST = 'time.sleep(86400)\n';

/** Greedy programs, each with an end of its own that spares the machine where a limit did not hold: an exit code that is no limit's. */
const GREEDY: Readonly<Record<string, readonly [kind: string, script: string]>> = {
  'memory that grows': [
    'memoryLimit',
    'import time\nheld = []\nfor _ in range(60):\n  held.append(bytearray(b"x") * 10000000); time.sleep(0.05)\n' + REST,
  ],
  'memory spread over children': [
    'memoryLimit',
    'import os, time\nfor _ in range(4):\n  if os.fork() == 0:\n    held = bytearray(b"x") * 60000000; time.sleep(86400)\n' +
      REST,
  ],
  'files in memory that nothing shows': [
    'memoryLimit',
    'import os, time\nmade = os.memfd_create("x")\nfor _ in range(60):\n  os.write(made, b"x" * 10000000); time.sleep(0.05)\n' +
      REST,
  ],
  'forks of forks': ['processLimit', 'import os, time\nfor _ in range(6):\n  os.fork()\n' + REST],
  'forks that leave their parents': [
    'processLimit',
    'import os, time\nfor _ in range(40):\n  if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0: time.sleep(86400)\n    os._exit(0)\n' +
      REST,
  ],
  'a large file': [
    'diskLimit',
    'import time\nf = open("f", "wb")\nfor _ in range(60):\n  f.write(b"x" * 1000000); f.flush(); time.sleep(0.02)\n' +
      REST,
  ],
  'many small files': [
    'diskLimit',
    'import os, time\nfor n in range(8000):\n  os.makedirs("d%d" % (n % 50), exist_ok=True)\n  open("d%d/%d" % (n % 50, n), "wb").write(b"x" * 4096)\n' +
      REST,
  ],
  'a file that has no name any more': [
    'diskLimit',
    'import os, time\nf = open("f", "wb")\nos.unlink("f")\nfor _ in range(60):\n  f.write(b"x" * 1000000); f.flush(); time.sleep(0.02)\n' +
      REST,
  ],
  'a flood of output': ['outputLimit', 'while True: print("x" * 10000)\n'],
  'a flood of errors': ['outputLimit', 'import sys\nwhile True: sys.stderr.write("x" * 10000)\n'],
  'a flood of bytes by a child': [
    'outputLimit',
    'import subprocess\nsubprocess.run(["/bin/sh", "-c", "while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done"])\n',
  ],
};

/** Processes that name our folder, parents of warm runs aside. */
async function left(): Promise<readonly string[]> {
  const found = (await listProcesses()).map(async ({ id }) => {
    const part = (name: string) => readFile(`/proc/${id}/${name}`, 'latin1').catch(() => '');
    const [command, block] = [await part('cmdline'), await part('environ')];
    return `${command}${block}`.includes(folder) && !command.includes('reprise_warm.py') ? [command] : [];
  });
  return (await Promise.all(found)).flat();
}

/** All ways of greed for a cold run, and for the other ways of running those whose measure is another there. */
const sample = new Set([
  'memory that grows',
  'forks that leave their parents',
  'a file that has no name any more',
  'a flood of errors',
]);
const greedy = (way: string) =>
  Object.entries(GREEDY).filter(([name]) => way === 'cold' || sample.has(name) || process.env['REPRISE_SLOW'] === '1');

const ways = [
  ['cold', { cold: true }],
  ['warm', { cold: false }],
  ['without a sandbox', { cold: true, mode: 'plain', sandbox: 'off', allowWeakerSandbox: true }],
] as const;

describe.skipIf(unable).each(ways)(`limits, each by its name: %s${why}`, (way, change) => {
  test.each(greedy(way))('%s', async (_name, [kind, script]) => {
    const { end, stdout, stderr, warm } = await runner.run({ script, limits: LIMITS, ...change });
    expect([end.kind, warm]).toEqual([kind, !change.cold]);
    expect(stdout.bytes + stderr.bytes).toBeLessThanOrEqual(LIMITS.outputBytes);
    expect(await left()).toEqual([]);
    expect(await readdir(join(folder, 'data', 'reproductions', 'r1', 'work')).catch(() => [])).toEqual([]);
  });

  test('time, though the program ignores to be asked', async () => {
    const script = 'import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True: time.sleep(1)\n';
    const { end } = await runner.run({ script, limits: { ...LIMITS, seconds: 1 }, ...change });
    expect(end).toEqual({ kind: 'timeLimit', seconds: 1 });
    expect(await left()).toEqual([]);
  });

  test('silence', async () => {
    const script = 'import time\nprint(1, flush=True)\ntime.sleep(86400)\n';
    const { end, stdout } = await runner.run({ script, limits: { ...LIMITS, idleSeconds: 1 }, ...change });
    expect([end, stdout.tail]).toEqual([{ kind: 'idleLimit', seconds: 1 }, '1\n']);
  });

  test('and none of them where a program stays below all', async () => {
    const script =
      'import os\nheld = bytearray(b"x") * 20000000\nopen("f", "wb").write(b"x" * 5000000)\nprint("x" * 100000)\n';
    const { end } = await runner.run({ script, limits: LIMITS, ...change });
    expect(end).toEqual({ kind: 'exited', code: 0 });
  });
});
