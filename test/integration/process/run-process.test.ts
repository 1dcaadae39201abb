import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConfinedCommand } from '../../../src/core/ports/sandbox';
import { listProcesses } from '../../../src/node/process/list-processes';
import { runProcess } from '../../../src/node/process/run-process';
import type { ProcessLimits, RunProcessOptions } from '../../../src/node/process/types';
import { partOf } from '../../helpers/part-of';
import { findPython } from './find-python';

const slow = process.env['REPRISE_SLOW'] === '1';
const python = findPython();
const free: ProcessLimits = {
  seconds: 60,
  memoryBytes: null,
  outputBytes: null,
  processes: null,
  diskBytes: null,
  diskFolder: null,
};
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-process-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function commandOf(program: string, args: readonly string[]): ConfinedCommand {
  return {
    program,
    arguments: args,
    workingFolder: folder,
    environment: { PATH: '/usr/bin:/bin' },
    level: { level: 'limitsOnly', network: 'open', reason: 'test' },
  };
}

async function run(program: string, args: readonly string[], options: Partial<RunProcessOptions> = {}) {
  const out: Buffer[] = [];
  const errors: Buffer[] = [];
  const outcome = await runProcess({
    command: commandOf(program, args),
    limits: free,
    signal: new AbortController().signal,
    input: null,
    onStdout: (bytes) => void out.push(bytes),
    onStderr: (bytes) => void errors.push(bytes),
    ...options,
  });
  return { ...outcome, stdout: Buffer.concat(out), stderr: Buffer.concat(errors).toString() };
}

const sh = (script: string, options: Partial<RunProcessOptions> = {}, ...args: string[]) =>
  run('/bin/sh', ['-c', script, 'sh', ...args], options);
const py = (script: string, options: Partial<RunProcessOptions> = {}, ...args: string[]) =>
  run(python ?? '', ['-c', script, ...args], options);

/** Processes of this machine whose command line holds the word. */
async function alive(word: string): Promise<number[]> {
  const found: number[] = [];
  for (const entry of await listProcesses()) {
    const line = await readFile(`/proc/${entry.id}/cmdline`, 'utf8').catch(() => '');
    if (line.includes(word)) found.push(entry.id);
  }
  return found;
}

function innerRun(file: string): string {
  return `import { runProcess } from ${JSON.stringify(file)};
await runProcess({
  command: { program: '/bin/sh', arguments: ['-c', 'ls -l /proc/self/fd'], workingFolder: '/', environment: { PATH: '/bin' },
    level: { level: 'limitsOnly', network: 'open', reason: null } },
  limits: { seconds: 20, memoryBytes: null, outputBytes: null, processes: null, diskBytes: null, diskFolder: null },
  signal: new AbortController().signal, input: null,
  onStdout: (bytes) => void process.stdout.write(bytes), onStderr: (bytes) => void process.stdout.write(bytes),
});`;
}

describe('a run', () => {
  test('gives both streams, the exit code and the whole input back', async () => {
    const result = await sh('cat; echo warned >&2; exit 7', { input: 'häuser\n' });
    expect(result.end).toEqual({ kind: 'exited', code: 7 });
    expect(result.stdout.toString()).toBe('häuser\n');
    expect(result.stderr).toBe('warned\n');
  });

  test('passes arguments as they are: no shell reads them', async () => {
    const hostile = '$(touch owned); `id` "\'\n*';
    const result = await run('/usr/bin/printf', ['%s', hostile]);
    expect(result.stdout.toString()).toBe(hostile);
  });

  test('names the signal that ended the program', async () => {
    expect((await sh('kill -SEGV $$')).end).toEqual({ kind: 'signalled', signal: 'SIGSEGV' });
  });

  test('shows the program nothing of the environment of this process', async () => {
    process.env['REPRISE_TEST_KEY'] = 'sk-secret';
    try {
      const result = await run('/usr/bin/env', []);
      const names = result.stdout
        .toString()
        .trim()
        .split('\n')
        .map((line) => line.split('=')[0]);
      expect(names.sort()).toEqual(['PATH', 'REPRISE_PROCESS_TREE']);
    } finally {
      delete process.env['REPRISE_TEST_KEY'];
    }
  });

  test('has a descriptor 3 only when a record is wanted', async () => {
    const record: Buffer[] = [];
    const withRecord = await sh('echo line >&3', { onRecord: (bytes) => void record.push(bytes) });
    expect(withRecord.end).toEqual({ kind: 'exited', code: 0 });
    expect(Buffer.concat(record).toString()).toBe('line\n');
    expect((await sh('echo line >&3')).end).not.toEqual({ kind: 'exited', code: 0 });
  });

  test('gets nothing of what this process has open, but the null device in its place', async () => {
    // A program between us and the runner of this test leaves 47 open, as shells and editors do.
    const inner = join(folder, 'inner.mjs');
    await writeFile(inner, innerRun(join(process.cwd(), 'src/node/process/run-process.ts')));
    await writeFile(join(folder, 'secret'), 'secret');
    const shell = 'exec 47<"$1"; shift; exec "$@"';
    const tsx = join(process.cwd(), 'node_modules/tsx/dist/cli.mjs');
    const args = ['-c', shell, 'bash', join(folder, 'secret'), process.execPath, tsx, inner];
    const { stdout } = await promisify(execFile)('/bin/bash', args);
    expect(stdout).toContain('47 -> /dev/null');
    expect(stdout).not.toContain('secret');
  });

  test.each([
    ['a missing program', '/nowhere/python', [], 'Install it'],
    ['a file that may not be run', '/etc/passwd', [], 'executable'],
    ['a byte that no argument can hold', '/bin/echo', ['a\0b'], 'could not be started'],
  ])('says in a sentence why it could not start: %s', async (_name, program, args, words) => {
    const { end } = await run(program, args);
    expect(end).toMatchObject({ kind: 'couldNotStart', reason: expect.stringContaining(words) as string });
  });

  test('tells a missing working folder from a missing program', async () => {
    const { end } = await run('/bin/true', [], {
      command: { ...commandOf('/bin/true', []), workingFolder: join(folder, 'gone') },
    });
    expect(end).toMatchObject({ kind: 'couldNotStart', reason: expect.stringContaining('gone') as string });
  });

  test('rejects with what a handler threw, after the program was ended', async () => {
    const word = 'reprise-handler-86400';
    const failing = sh('echo x; sleep 86400', { onStdout: () => Promise.reject(new Error('disk full')) }, word);
    await expect(failing).rejects.toThrow('disk full');
    expect(await alive(word)).toEqual([]);
  });
});

describe('output', () => {
  const sizes = slow
    ? Array.from({ length: partOf(10_000) }, () => Math.floor(2 ** (Math.random() * 24)))
    : [0, 1, 7, 4095, 4096, 65_535, 65_536, 65_537, 1_000_003, 16 * 1024 * 1024];

  test.skipIf(python === null)(
    `is never short (${sizes.length} sizes; needs a Python)`,
    { timeout: 3_600_000 },
    async () => {
      const script =
        'import sys; n=int(sys.argv[1]); b=bytes(bytearray((i*7+i//256)%256 for i in range(65536)))*(n//65536+1);' +
        'sys.stdout.buffer.write(b[:n])';
      for (const size of sizes) {
        const hash = createHash('sha256');
        let length = 0;
        const { end } = await py(
          script,
          {
            onStdout: (bytes) => {
              hash.update(bytes);
              length += bytes.length;
            },
          },
          String(size),
        );
        const block = Buffer.from(Array.from({ length: 65_536 }, (_, i) => (i * 7 + Math.floor(i / 256)) % 256));
        const expected = createHash('sha256');
        for (let left = size; left > 0; left -= 65_536) expected.update(block.subarray(0, Math.min(left, 65_536)));
        expect({ end, length }).toEqual({ end: { kind: 'exited', code: 0 }, length: size });
        expect(hash.digest('hex')).toBe(expected.digest('hex'));
      }
    },
  );

  test('waits for a slow reader, and the program with it', async () => {
    let working = 0;
    let most = 0;
    let length = 0;
    const result = await sh('head -c 3000000 /dev/zero', {
      onStdout: async (bytes) => {
        working += 1;
        most = Math.max(most, working);
        await sleep(5);
        length += bytes.length;
        working -= 1;
      },
    });
    expect(result.end).toEqual({ kind: 'exited', code: 0 });
    expect({ most, length }).toEqual({ most: 1, length: 3_000_000 });
  });

  test('of what the program left running counts until that ends by itself', async () => {
    const result = await sh('(sleep 0.3; echo late) & echo early');
    expect(result.stdout.toString()).toBe('early\nlate\n');
  });

  test('does not wait for ever for what the program left running', async () => {
    const word = 'reprise-left-86400';
    const result = await sh('(sh -c "sleep 86400; :" "$1" & ) ; echo early', {}, word);
    expect(result.end).toEqual({ kind: 'exited', code: 0 });
    expect(result.stdout.toString()).toBe('early\n');
    expect(await alive(word)).toEqual([]);
  });
});

describe('limits end the whole tree, each by its name', () => {
  test('time', async () => {
    const { end } = await sh('sleep 86400 & wait', { limits: { ...free, seconds: 0.3 } });
    expect(end).toEqual({ kind: 'timeLimit', seconds: 0.3 });
  });

  test('output, and not a byte over it is handed on', async () => {
    const { end, stdout } = await sh('yes', { limits: { ...free, outputBytes: 100_000 } });
    expect(end).toEqual({ kind: 'outputLimit', bytes: 100_000 });
    expect(stdout.length).toBe(100_000);
  });

  test.skipIf(python === null)('memory, of all processes together (needs a Python)', async () => {
    const bytes = 120_000_000;
    const script =
      'import os,time\nfor _ in range(3):\n  if os.fork()==0:\n    b=bytearray(60000000); b[::4096]=b"x"*len(b[::4096]); time.sleep(86400)\ntime.sleep(86400)';
    const { end } = await py(script, { limits: { ...free, memoryBytes: bytes } });
    expect(end).toEqual({ kind: 'memoryLimit', bytes });
  });

  test.skipIf(python === null)('memory that forks share is counted once (needs a Python)', async () => {
    const script =
      'import os,time\nb=bytearray(60000000); b[::4096]=b"x"*len(b[::4096])\n' +
      'c=[os.fork() or (time.sleep(1), os._exit(0)) for _ in range(4)]\nfor _ in c: os.wait()';
    const { end } = await py(script, { limits: { ...free, memoryBytes: 150_000_000 } });
    expect(end).toEqual({ kind: 'exited', code: 0 });
  });

  test('processes', async () => {
    const { end } = await sh('for i in 1 2 3 4 5 6 7 8; do sleep 86400 & done; wait', {
      limits: { ...free, processes: 5 },
    });
    expect(end).toEqual({ kind: 'processLimit', processes: 5 });
  });

  test('disk', async () => {
    const inner = await mkdtemp(join(folder, 'disk-'));
    const { end } = await sh(
      'head -c 3000000 /dev/zero > "$1/file"; sleep 86400',
      {
        limits: { ...free, diskBytes: 1_000_000, diskFolder: inner },
      },
      inner,
    );
    expect(end).toEqual({ kind: 'diskLimit', bytes: 1_000_000 });
  });
});

describe('a stop', () => {
  const strays: Readonly<Record<string, string>> = {
    'a child':
      'import subprocess,sys,time; subprocess.Popen([sys.executable,"-c","import time;time.sleep(86400)",W]); print(1,flush=True); time.sleep(86400)',
    'a program that ignores TERM':
      'import signal,time; signal.signal(15,signal.SIG_IGN); print(1,flush=True); time.sleep(86400)',
    'a child in a session of its own':
      'import os,time\nif os.fork()==0:\n  os.setsid()\nelse:\n  print(1,flush=True)\ntime.sleep(86400)',
    'a double fork that ignores TERM':
      'import os,signal,time\nif os.fork()==0:\n  os.setsid()\n  signal.signal(15,signal.SIG_IGN)\n  if os.fork()==0: print(1,flush=True); time.sleep(86400)\n  os._exit(0)\ntime.sleep(86400)',
    'a program that forks without end':
      'import os,time\nprint(1,flush=True)\nwhile 1:\n  if os.fork()==0:\n    os.setsid()\n    if os.fork(): os._exit(0)\n    time.sleep(86400)\n  else:\n    os.wait(); time.sleep(0.01)',
  };

  const rounds = slow ? 200 : 1;
  test.skipIf(python === null).each(Object.entries(strays))(
    `leaves nothing of %s (${rounds} times; needs a Python)`,
    { timeout: 3_600_000 },
    async (name, script) => {
      for (let round = 0; round < rounds; round += 1) {
        const word = `reprise-stray-${process.pid}-${round}-${name.length}`;
        const controller = new AbortController();
        const result = await py(
          script.replace('W]', `"${word}"]`),
          {
            signal: controller.signal,
            onStdout: () => controller.abort(),
          },
          word,
        );
        expect(result.end).toEqual({ kind: 'stopped' });
        expect(await alive(word)).toEqual([]);
      }
    },
  );

  test('lets a program tidy up on TERM', async () => {
    const controller = new AbortController();
    const result = await sh('trap "echo tidy; exit 0" TERM; echo ready; while :; do sleep 0.05; done', {
      signal: controller.signal,
      onStdout: (bytes) => {
        out.push(bytes.toString());
        controller.abort();
      },
    });
    expect(result.end).toEqual({ kind: 'stopped' });
    expect(out.join('')).toBe('ready\ntidy\n');
  });
  const out: string[] = [];

  test('before the start starts nothing', async () => {
    const file = join(folder, 'started');
    const { end } = await sh('touch "$1"', { signal: AbortSignal.abort() }, file);
    expect(end).toEqual({ kind: 'stopped' });
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });
});
