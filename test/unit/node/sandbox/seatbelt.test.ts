import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Confinement } from '../../../../src/core/ports/sandbox';
import { createSandbox } from '../../../../src/node/sandbox/create-sandbox';

let folder = '';
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'reprise-seatbelt-')));
  for (const name of ['case', 'project', 'home']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'project/.env'), 'KEY=secret');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const confinement = (change: Partial<Confinement> = {}): Confinement => ({
  command: ['/usr/bin/python3', 'reproducer.py', 'a "b"'],
  workingFolder: join(folder, 'case'),
  readOnly: [join(folder, 'project')],
  writable: [join(folder, 'case')],
  hidden: [join(folder, 'project/.env')],
  network: 'none',
  environment: { PATH: '/usr/bin', HOME: '/home/reprise' },
  gpu: false,
  temporaryBytes: 1000,
  sharedMemoryBytes: 1000,
  ...change,
});

/** A stand-in of the system's program, which says of itself what that would. */
async function sandboxWith(script: string) {
  const sandboxExec = join(folder, 'sandbox-exec');
  await writeFile(sandboxExec, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const environmentBlock = { HOME: join(folder, 'home'), OPENAI_API_KEY: 'sk-secret' };
  return createSandbox({ platform: 'darwin', environmentBlock, userId: 501, sandboxExec });
}
const WORKS = '[ "$1" = -p ] && [ "$2" = "(version 1)(allow default)" ]';

describe('the sandbox on macOS', () => {
  test('is its own program, with a profile of the run, the whole environment block and nothing of the host’s', async () => {
    const sandbox = await sandboxWith(WORKS);
    expect((await sandbox.describe()).level).toBe('seatbelt');
    const command = await sandbox.confine(confinement());
    const [flag, profile = '', ...rest] = command.arguments;
    expect([command.program, flag, rest]).toEqual([
      join(folder, 'sandbox-exec'),
      '-p',
      ['/usr/bin/python3', 'reproducer.py', 'a "b"'],
    ]);
    expect(profile).toContain(`(subpath "${join(folder, 'case')}")`);
    expect(profile).toContain(`(deny file-read* file-write*\n  (literal "${join(folder, 'project/.env')}"))`);
    // No folder in memory takes the home's place.
    const own = join(folder, 'case');
    expect(command.environment).toEqual({ PATH: '/usr/bin', HOME: own, TMPDIR: own });
    expect(command.level).toMatchObject({ level: 'seatbelt', network: 'none' });
    expect(command.level.reason).toContain('macOS');
  });

  test('keeps a home and a folder for temporary files that may be written', async () => {
    const sandbox = await sandboxWith(WORKS);
    const environment = { HOME: join(folder, 'case/home'), TMPDIR: join(folder, 'case') };
    expect((await sandbox.confine(confinement({ environment }))).environment).toEqual(environment);
  });

  test('refuses what bubblewrap’s refuses: the home, folders of all, a warm parent', async () => {
    const sandbox = await sandboxWith(WORKS);
    for (const path of ['/', '/etc', folder, join(folder, 'home')]) {
      await expect(sandbox.confine(confinement({ readOnly: [path] }))).rejects.toThrow();
    }
    const parent = confinement({ wholeProc: join(folder, 'case') });
    await expect(sandbox.confine(parent)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('is none where its program refuses or is not there: never silently weaker', async () => {
    const refusing = await sandboxWith('echo "sandbox_apply: Operation not permitted" >&2; exit 71');
    expect(await refusing.describe()).toMatchObject({
      level: 'limitsOnly',
      reason: expect.stringContaining('Operation not permitted') as string,
    });
    await expect(refusing.confine(confinement())).rejects.toMatchObject({ code: 'unavailable' });
    await rm(join(folder, 'sandbox-exec'));
    expect((await refusing.describe()).level).toBe('limitsOnly');
  });
});
