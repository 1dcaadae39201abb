import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listGroups, listProcesses } from '../../../src/node/process/list-processes';
import { findPython } from '../process/find-python';
import { partOf } from '../../helpers/part-of';
import { openRunner, sandboxOfThisUser, type OpenRunner } from './open-runner';

const python = findPython();
const { level, reason } = await sandboxOfThisUser().describe();
const unable = level !== 'bubblewrap' || python === null;
const why = unable ? ` (skipped: ${reason ?? 'no Python 3 here'})` : '';
/** One thousand in all at the long volume. */
const EACH = process.env['REPRISE_SLOW'] === '1' ? partOf(334) : 10;
const AT_ONCE = 8;

let dataFolder = '';
let runner: OpenRunner;
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'reprise-stop-'));
  runner = await openRunner({ dataFolder: join(dataFolder, 'data'), python: python ?? '', pythonVersion: '3.11' });
});
afterAll(async () => {
  await runner.close();
  await rm(dataFolder, { recursive: true, force: true });
});

/** Programs that do not want to end. Bounded: each starts a dozen processes at most at any time. */
const PROGRAMS: readonly string[] = [
  // Ignores TERM.
  'import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True: time.sleep(1)\n',
  // Leaves by a session of its own.
  'import os, time\nfor _ in range(3):\n  if os.fork() == 0:\n    os.setsid()\n    time.sleep(86400)\ntime.sleep(86400)\n',
  // Leaves its parent, and ends itself.
  `import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            while True: time.sleep(1)
        os._exit(0)
time.sleep(86400)
`,
  // Is always about to be another one: two at a time.
  `import os, time
print(os.getpgrp(), flush=True)
if os.fork() == 0:
    os.fork()
    while True:
        time.sleep(0.02)
        if os.fork() != 0: os._exit(0)
time.sleep(86400)
`,
  // Starts programs.
  'import subprocess, time\nheld = [subprocess.Popen(["/bin/sh", "-c", "trap : TERM; while :; do sleep 1; done"], start_new_session=True) for _ in range(2)]\ntime.sleep(86400)\n',
];

/** Forks faster than any walk over processes can follow. Ends by itself after some seconds, should nobody else end it. */
const STORM = `import os, time
print(os.getpgrp(), flush=True)
end = time.time() + 8
if os.fork() == 0:
    while time.time() < end:
        if os.fork() != 0:
            time.sleep(0.01)
            os._exit(0)
    os._exit(0)
time.sleep(86400)
`;

/** Processes that work in one of our case folders, or were started by a line that names one. */
async function left(): Promise<readonly string[]> {
  const all = await Promise.all(
    (await listProcesses()).map(async ({ id }) => {
      const part = (name: string) => readFile(`/proc/${id}/${name}`, 'latin1').catch(() => '');
      const texts = [await part('cmdline'), await part('environ')];
      const isWarm = texts[0]?.includes('reprise_warm.py') === true;
      return texts.some((text) => text.includes(dataFolder)) && !isWarm ? [`${id} ${texts[0] ?? ''}`] : [];
    }),
  );
  return all.flat();
}

/** Forks of a warm interpreter look like it: how many there are. */
async function warmOnes(): Promise<number> {
  const all = await Promise.all(
    (await listProcesses()).map(({ id }) => readFile(`/proc/${id}/cmdline`, 'latin1').catch(() => '')),
  );
  return all.filter((line) => line.includes('reprise_warm.py') && line.includes(dataFolder)).length;
}

let checked = 0;
/** For the group that a run without a sandbox told of: nobody of a chain of short lives is found in a look. */
async function expectNobody(group: number): Promise<void> {
  checked += 1;
  const isThere = (): boolean => listGroups().some(({ groupId }) => groupId === group);
  await expect.poll(isThere, { timeout: 20_000 }).toBe(false);
}

async function stopAll(change: Parameters<OpenRunner['run']>[0] | object): Promise<ReadonlySet<string>> {
  const kinds = new Set<string>();
  let next = 0;
  const work = async (): Promise<void> => {
    for (let number = next++; number < EACH; number = next++) {
      const controller = new AbortController();
      const script = PROGRAMS[number % PROGRAMS.length] ?? '';
      const running = runner.run({ script, ...change }, controller.signal);
      // Some are met at their start, some in the middle of things.
      await sleep((number * 37) % 700);
      controller.abort();
      const { end, warm, stdout, sandbox } = await running;
      if (sandbox.level === 'limitsOnly' && stdout.tail !== '') await expectNobody(Number(stdout.tail));
      kinds.add(`${end.kind}, ${warm ? 'warm' : 'cold'}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return kinds;
}

describe.skipIf(unable)(
  `stops of programs that do not want to end, ${EACH} for each way, eight at a time${why}`,
  () => {
    const minutes = { timeout: 1_200_000 };
    test('are looked for where they are', minutes, async () => {
      for (const change of [{ cold: true }, { cold: true, sandbox: 'off', allowWeakerSandbox: true }] as const) {
        const controller = new AbortController();
        const running = runner.run({ script: PROGRAMS[1] ?? '', ...change }, controller.signal);
        await expect.poll(async () => (await left()).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(4);
        controller.abort();
        await running;
        expect(await left()).toEqual([]);
      }
    });

    test('leave no process of a cold run in the sandbox', minutes, async () => {
      expect([...(await stopAll({ cold: true, mode: 'plain' }))]).toEqual(['stopped, cold']);
      expect(await left()).toEqual([]);
    });

    test('leave no process of a run without a sandbox', minutes, async () => {
      const open = { cold: true, mode: 'plain', sandbox: 'off', allowWeakerSandbox: true };
      expect([...(await stopAll(open))]).toEqual(['stopped, cold']);
      expect(checked).toBeGreaterThan(0);
      expect(await left()).toEqual([]);
    });

    test('leave no process of a storm of forks without a sandbox', minutes, async () => {
      const controller = new AbortController();
      const open = { script: STORM, cold: true, sandbox: 'off', allowWeakerSandbox: true } as const;
      const running = runner.run(open, controller.signal);
      await expect.poll(async () => (await left()).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(1);
      await sleep(500);
      controller.abort();
      const { end, stdout } = await running;
      expect(end.kind).toBe('stopped');
      await expectNobody(Number(stdout.tail));
      expect(await left()).toEqual([]);
    });

    test('leave no process of a fork of a warm interpreter, which lives on', minutes, async () => {
      expect((await runner.run({ script: 'print(1)' })).warm).toBe(true);
      const before = await warmOnes();
      expect([...(await stopAll({}))].filter((kind) => !kind.startsWith('stopped'))).toEqual([]);
      expect(await warmOnes()).toBe(before);
      expect(await left()).toEqual([]);
      expect((await runner.run({ script: 'print(1)' })).warm).toBe(true);
    });
  },
);
