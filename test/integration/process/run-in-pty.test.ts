import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConfinedCommand } from '../../../src/core/ports/sandbox';
import { listProcesses } from '../../../src/node/process/list-processes';
import { createRunInPty } from '../../../src/node/process/run-in-pty';
import type { ProcessLimits, RunInPtyOptions } from '../../../src/node/process/types';
import { createSandbox } from '../../../src/node/sandbox/create-sandbox';
import { partOf } from '../../helpers/part-of';

const slow = process.env['REPRISE_SLOW'] === '1';
const sandbox = createSandbox({
  platform: process.platform,
  environmentBlock: process.env,
  userId: process.getuid?.() ?? null,
});
const { level } = await sandbox.describe();
const limits: ProcessLimits = {
  seconds: 60,
  memoryBytes: null,
  outputBytes: null,
  processes: null,
  diskBytes: null,
  diskFolder: null,
};
const runInPty = createRunInPty();
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-pty-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const shell = (script: string, ...args: string[]): ConfinedCommand => ({
  program: '/bin/sh',
  arguments: ['-c', script, 'sh', ...args],
  workingFolder: folder,
  environment: { PATH: '/usr/bin:/bin', TERM: 'xterm-256color' },
  level: { level: 'limitsOnly', network: 'open', reason: 'test' },
});

async function run(command: ConfinedCommand, options: Partial<RunInPtyOptions> = {}) {
  const out: Buffer[] = [];
  const outcome = await runInPty({
    command,
    limits,
    signal: new AbortController().signal,
    columns: 80,
    rows: 24,
    onBytes: (bytes) => void out.push(Buffer.from(bytes)),
    onControl: () => undefined,
    ...options,
  });
  return { ...outcome, text: Buffer.concat(out).toString() };
}

async function alive(word: string): Promise<number[]> {
  const found: number[] = [];
  for (const { id } of await listProcesses()) {
    if ((await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')).includes(word)) found.push(id);
  }
  return found;
}

describe('a program in a pty', () => {
  test('has a terminal of the given size', async () => {
    const { end, text } = await run(shell('test -t 0 && test -t 1 && stty size; echo "$TERM"'), {
      columns: 101,
      rows: 37,
    });
    expect({ end, text }).toEqual({ end: { kind: 'exited', code: 0 }, text: '37 101\r\nxterm-256color\r\n' });
  });

  const rounds = slow ? partOf(10_000) : 200;
  test(`loses no byte at its end (${rounds} short programs)`, { timeout: 3_600_000 }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const count = 1 + (round % 97);
      const { end, text } = await run(
        shell('i=0; while [ $i -lt "$1" ]; do echo "line $i"; i=$((i+1)); done; exit 5', String(count)),
      );
      const whole = Array.from({ length: count }, (_, index) => `line ${index}\r\n`).join('');
      expect({ end, text }).toEqual({ end: { kind: 'exited', code: 5 }, text: whole });
    }
  });

  test('gives large output whole to a slow reader', async () => {
    let length = 0;
    let working = 0;
    const { end } = await run(shell('head -c 2000000 /dev/zero | tr "\\0" x'), {
      onBytes: async (bytes) => {
        expect((working += 1)).toBe(1);
        await new Promise((resolve) => setTimeout(resolve, 1));
        length += bytes.length;
        working -= 1;
      },
    });
    expect({ end, length }).toEqual({ end: { kind: 'exited', code: 0 }, length: 2_000_000 });
  });

  test('takes keys and sizes', async () => {
    let control: Parameters<RunInPtyOptions['onControl']>[0] | null = null;
    let asked = false;
    let seen = '';
    const { end } = await run(shell('printf "name? "; read name; stty size; echo "hello $name"'), {
      onControl: (given) => (control = given),
      onBytes: (bytes) => {
        seen += bytes.toString();
        if (!asked && seen.includes('name? ')) {
          asked = true;
          control?.resize(90, 30);
          control?.write('Ada\r');
        }
      },
    });
    expect(end).toEqual({ kind: 'exited', code: 0 });
    expect(seen).toBe('name? Ada\r\n30 90\r\nhello Ada\r\n');
  });

  test('that left keys unread and the terminal raw still ends, whole', async () => {
    let control: Parameters<RunInPtyOptions['onControl']>[0] | null = null;
    let seen = '';
    const { end } = await run(shell('stty raw -echo; printf ready; sleep 0.3; printf last'), {
      onControl: (given) => (control = given),
      onBytes: (bytes) => {
        if (seen === '') control?.write('unread\x04\x03');
        seen += bytes.toString();
      },
    });
    expect({ end, seen }).toEqual({ end: { kind: 'exited', code: 0 }, seen: 'readylast' });
  });

  test('is interrupted by its key, pressed again and again, and says so', async () => {
    for (let round = 0; round < 20; round += 1) {
      let control: Parameters<RunInPtyOptions['onControl']>[0] | null = null;
      const { end } = await run(shell('echo ready; exec sleep 86400'), {
        onControl: (given) => (control = given),
        // Also for the key's own echo: an impatient person.
        onBytes: () => control?.write('\x03'),
      });
      expect(end).toEqual({ kind: 'signalled', signal: 'SIGINT' });
    }
  });

  test('passes arguments as they are: no shell reads them', async () => {
    const hostile = '$(touch owned); `id` "\'\\ *';
    const command = { ...shell(''), program: '/usr/bin/printf', arguments: ['%s', hostile] };
    expect((await run(command)).text).toBe(hostile);
  });

  test('is ended by its limits, by their names', async () => {
    expect((await run(shell('sleep 86400'), { limits: { ...limits, seconds: 0.3 } })).end.kind).toBe('timeLimit');
    const { end, text } = await run(shell('yes'), { limits: { ...limits, outputBytes: 10_000 } });
    expect({ kind: end.kind, length: text.length }).toEqual({ kind: 'outputLimit', length: 10_000 });
  });

  const stops = slow ? 200 : 3;
  test(`is stopped with all that it started (${stops} times)`, { timeout: 3_600_000 }, async () => {
    for (let round = 0; round < stops; round += 1) {
      const word = `reprise-pty-${process.pid}-${round}`;
      const controller = new AbortController();
      const script = '(setsid sh -c "trap : TERM HUP; while :; do sleep 1; done" "$1" &) ; echo ready; sleep 86400';
      const { end } = await run(shell(script, word), {
        signal: controller.signal,
        onBytes: (bytes) => void (bytes.includes('ready') && controller.abort()),
      });
      expect(end).toEqual({ kind: 'stopped' });
      expect(await alive(word)).toEqual([]);
    }
  });

  test('that leaves something running ends with it', async () => {
    const word = `reprise-pty-left-${process.pid}`;
    const { end, text } = await run(shell('(sh -c "sleep 86400; :" "$1" &); echo done', word));
    expect({ end, text }).toEqual({ end: { kind: 'exited', code: 0 }, text: 'done\r\n' });
    expect(await alive(word)).toEqual([]);
  });

  test.each([
    ['a missing program', '/nowhere/uv', 'Install it'],
    ['a file that may not be run', '/etc/passwd', 'executable'],
  ])('says in a sentence why it could not start: %s', async (_name, program, words) => {
    const { end } = await run({ ...shell(''), program });
    expect(end).toMatchObject({ kind: 'couldNotStart', reason: expect.stringContaining(words) as string });
  });

  test('rejects with what a handler threw, after the program was ended', async () => {
    const word = `reprise-pty-handler-${process.pid}`;
    const failing = run(shell('echo x; sleep 86400; :', word), {
      onBytes: () => Promise.reject(new Error('disk full')),
    });
    await expect(failing).rejects.toThrow('disk full');
    expect(await alive(word)).toEqual([]);
  });

  test.skipIf(level !== 'bubblewrap')('runs in the sandbox, without its mark in sight (needs bubblewrap)', async () => {
    const command = await sandbox.confine({
      command: [
        '/bin/sh',
        '-c',
        'test -t 1 && echo terminal; cat /proc/*/cmdline 2>/dev/null | tr "\\0" " " | grep -c "t[r]ies"; exit 4',
      ],
      workingFolder: '/tmp',
      readOnly: [],
      writable: [],
      network: 'none',
      environment: { PATH: '/usr/bin:/bin' },
      gpu: false,
      temporaryBytes: 1_000_000,
      sharedMemoryBytes: 1_000_000,
    });
    const { end, text } = await run(command);
    expect(end).toEqual({ kind: 'exited', code: 4 });
    expect(text).toBe('terminal\r\n0\r\n');
  });
});
