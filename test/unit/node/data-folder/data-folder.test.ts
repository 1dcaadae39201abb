import { chmod, mkdir, readFile, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockDataFolder } from '../../../../src/node/data-folder/lock-data-folder';
import { openDataFolder } from '../../../../src/node/data-folder/open-data-folder';
import { prepareDataFolder } from '../../../../src/node/data-folder/prepare-data-folder';
import { ownIdentity } from '../../../../src/node/data-folder/process-identity';
import { resolveDataFolder } from '../../../../src/node/data-folder/resolve-data-folder';
import { startProgram } from '../../../helpers/start-program';
import { temporaryFolder } from '../../../helpers/temporary-folder';

const linux = {
  given: null,
  environmentBlock: {},
  homeFolder: '/home/ada',
  workingFolder: '/work/here',
  platform: 'linux' as NodeJS.Platform,
};

describe('the place of the data folder', () => {
  it.each([
    ['what was given', { ...linux, given: '../there', environmentBlock: { REPRISE_HOME: '/r' } }, '/work/there'],
    ['REPRISE_HOME', { ...linux, environmentBlock: { REPRISE_HOME: '/r', XDG_DATA_HOME: '/x' } }, '/r'],
    ['XDG_DATA_HOME', { ...linux, environmentBlock: { REPRISE_HOME: '', XDG_DATA_HOME: '/x' } }, '/x/reprise'],
    [
      'no relative XDG_DATA_HOME',
      { ...linux, environmentBlock: { XDG_DATA_HOME: 'x' } },
      '/home/ada/.local/share/reprise',
    ],
    ['the home folder', linux, '/home/ada/.local/share/reprise'],
    [
      'macOS',
      { ...linux, platform: 'darwin' as const, homeFolder: '/Users/ada' },
      '/Users/ada/Library/Application Support/Reprise',
    ],
    [
      'Windows',
      {
        ...linux,
        platform: 'win32' as const,
        workingFolder: 'C:\\w',
        environmentBlock: { LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local' },
      },
      'C:\\Users\\ada\\AppData\\Local\\Reprise',
    ],
  ])('follows %s', (_what, place, expected) => {
    expect(resolveDataFolder(place)).toBe(expected);
  });

  it('is asked for where there is no home folder', () => {
    expect(() => resolveDataFolder({ ...linux, homeFolder: '' })).toThrow(/REPRISE_HOME or --home/);
  });
});

describe('preparing the data folder', () => {
  it('clears it of what a killed program was writing, and of nothing else', async () => {
    const dataFolder = await temporaryFolder();
    const scripts = join(dataFolder, 'reproductions', 'r1', 'scripts');
    await mkdir(scripts, { recursive: true });
    const half = [
      join(dataFolder, '.settings.json.0123456789ab.tmp'),
      join(dataFolder, '.probe-0123456789ab'),
      join(scripts, '.a.json.0123456789ab.tmp'),
    ];
    const kept = [join(dataFolder, 'settings.json'), join(dataFolder, '.notes.tmp'), join(scripts, 'a.json')];
    for (const file of [...half, ...kept]) await writeFile(file, '{}');
    const lock = await openDataFolder(dataFolder);
    for (const file of half) await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
    for (const file of kept) expect(await readFile(file, 'utf8')).toBe('{}');
    await lock.release();
  });

  it("makes it its owner's alone, and leaves no trace of trying", async () => {
    const dataFolder = join(await temporaryFolder(), 'a', 'b');
    await prepareDataFolder(dataFolder);
    expect((await stat(dataFolder)).mode & 0o777).toBe(0o700);
    expect((await readdir(dataFolder)).toSorted()).toEqual(['logs', 'reproductions']);
  });

  it("leaves the rights of a folder that was there, which may be somebody's home", async () => {
    const dataFolder = await temporaryFolder();
    await chmod(dataFolder, 0o755);
    await prepareDataFolder(dataFolder);
    expect((await stat(dataFolder)).mode & 0o777).toBe(0o755);
    expect((await stat(join(dataFolder, 'reproductions'))).mode & 0o777).toBe(0o700);
  });

  it('says what to do where a file stands in its place or above it', async () => {
    const file = join(await temporaryFolder(), 'file');
    await writeFile(file, '');
    for (const dataFolder of [file, join(file, 'below')]) {
      await expect(openDataFolder(dataFolder)).rejects.toMatchObject({
        code: 'unwritable',
        message: expect.stringContaining('REPRISE_HOME or --home'),
        data: { path: dataFolder },
      });
    }
    expect(await readFile(file, 'utf8')).toBe('');
  });

  it.skipIf(process.platform !== 'linux')(
    'says so where the system lets nobody write (needs Linux: /proc)',
    async () => {
      await expect(prepareDataFolder('/proc/reprise')).rejects.toMatchObject({ code: 'unwritable' });
    },
  );

  /** Root may write anywhere; for it the two tests above stand. */
  const itForUsers = process.getuid?.() === 0 ? () => undefined : it;
  itForUsers('says so where this user may not write', async () => {
    const dataFolder = await temporaryFolder();
    await chmod(dataFolder, 0o500);
    await expect(prepareDataFolder(dataFolder)).rejects.toMatchObject({ code: 'unwritable' });
    await chmod(dataFolder, 0o700);
  });
});

/** A program that tries to lock the folder, and what it said first. */
async function hold(dataFolder: string) {
  const program = startProgram(join(__dirname, 'hold-lock.ts'), [dataFolder]);
  const said = await new Promise<string>((resolve) => {
    program.child.stdout.once('data', (bytes: Buffer) => resolve(String(bytes).trim()));
  });
  return { ...program, said };
}

describe('the lock of the data folder', () => {
  it('refuses a second program with the first one in the sentence, until the first releases it', async () => {
    const dataFolder = await temporaryFolder();
    const first = await hold(dataFolder);
    expect(first.said).toBe('held');
    await expect(lockDataFolder(dataFolder)).rejects.toMatchObject({
      code: 'locked',
      message: expect.stringContaining(String(first.child.pid)),
      data: { processId: first.child.pid, path: dataFolder },
    });
    first.child.stdin.end();
    await first.closed;
    const lock = await lockDataFolder(dataFolder);
    await lock.release();
    expect(await readdir(dataFolder)).toEqual([]);
  });

  it('refuses a second host of the same program', async () => {
    const dataFolder = await temporaryFolder();
    const lock = await lockDataFolder(dataFolder);
    await expect(lockDataFolder(dataFolder)).rejects.toMatchObject({
      code: 'locked',
      data: { processId: process.pid },
    });
    await lock.release();
    await (await lockDataFolder(dataFolder)).release();
  });

  it('of a killed program is taken over', async () => {
    const dataFolder = await temporaryFolder();
    const first = await hold(dataFolder);
    first.child.kill('SIGKILL');
    await first.closed;
    const lock = await lockDataFolder(dataFolder);
    expect(await readdir(dataFolder)).toEqual(['lock']);
    await lock.release();
  });

  it.skipIf(process.platform !== 'linux')(
    'of a process whose number was given to another is taken over (needs Linux: start times)',
    async () => {
      const dataFolder = await temporaryFolder();
      const owner = { ...(await ownIdentity()), started: '1' };
      await writeFile(join(dataFolder, 'lock'), JSON.stringify({ token: 'x', owner }));
      await (await lockDataFolder(dataFolder)).release();
    },
  );

  it('of another machine, or half-written just now, is believed; one that stays half-written is not', async () => {
    const dataFolder = await temporaryFolder();
    const path = join(dataFolder, 'lock');
    const owner = { ...(await ownIdentity()), host: 'elsewhere', processId: 1 };
    await writeFile(path, JSON.stringify({ token: 'x', owner }));
    await expect(lockDataFolder(dataFolder)).rejects.toMatchObject({ code: 'locked', data: { processId: 1 } });
    await writeFile(path, '{"tok');
    await expect(lockDataFolder(dataFolder)).rejects.toMatchObject({ code: 'locked', data: { processId: null } });
    await utimes(path, new Date(0), new Date(0));
    await (await lockDataFolder(dataFolder)).release();
  });

  it('left by a kill is taken over by just one of many that try at once', async () => {
    const dataFolder = await temporaryFolder();
    const owner = { ...(await ownIdentity()), processId: 2 ** 22 + 1 };
    for (const name of ['lock', 'lock.takeover']) {
      await writeFile(join(dataFolder, name), JSON.stringify({ token: `stale ${name}`, owner }));
    }
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => lockDataFolder(dataFolder)));
    const held = tries.filter((one) => one.status === 'fulfilled');
    const refusals = tries.filter((one) => one.status === 'rejected').map((one) => one.reason.code as string);
    expect(held).toHaveLength(1);
    expect(new Set(refusals)).toEqual(new Set(['locked']));
    expect(await readdir(dataFolder)).toEqual(['lock']);
  });

  it('is not released by a program that lost it', async () => {
    const dataFolder = await temporaryFolder();
    const lock = await lockDataFolder(dataFolder);
    const other = JSON.stringify({ token: 'other', owner: await ownIdentity() });
    await writeFile(join(dataFolder, 'lock'), other);
    await lock.release();
    expect(await readFile(join(dataFolder, 'lock'), 'utf8')).toBe(other);
  });

  it('needs a folder that can be written', async () => {
    const dataFolder = await temporaryFolder();
    await mkdir(join(dataFolder, 'lock'));
    await utimes(join(dataFolder, 'lock'), new Date(0), new Date(0));
    await expect(lockDataFolder(dataFolder)).rejects.toMatchObject({ code: 'unwritable' });
  });
});
