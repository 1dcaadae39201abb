import { spawnSync } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packProgram, startPackaged, type Packaged, type Started } from './packaged';
import { createDataFolder, openScreen, whyNoWindow, type Screen } from './window';

/** States of a fuse as they stand in the program, as characters. */
const off = '0'.charCodeAt(0);
const on = '1'.charCodeAt(0);

const hasPython = spawnSync('python3', ['--version']).status === 0;
const reason = whyNoWindow() ?? (hasPython ? null : 'no python3');

describe.skipIf(reason !== null)(`the packaged program${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  let screen: Screen;
  let packaged: Packaged;
  let place: Awaited<ReturnType<typeof createDataFolder>>;
  let started: Started | null = null;

  beforeAll(async () => {
    screen = await openScreen();
    place = await createDataFolder();
    packaged = await packProgram();
  });
  afterAll(async () => {
    await started?.close();
    await packaged?.remove();
    await place?.remove();
    screen?.close();
  });

  it('has its fuses set the safe way, as read back from the program', async () => {
    const wire: Readonly<Record<string, unknown>> = { ...(await getCurrentFuseWire(packaged.program)) };
    const state = (option: FuseV1Options): unknown => wire[option];
    expect(state(FuseV1Options.RunAsNode)).toBe(off);
    expect(state(FuseV1Options.EnableNodeOptionsEnvironmentVariable)).toBe(off);
    expect(state(FuseV1Options.EnableNodeCliInspectArguments)).toBe(off);
    expect(state(FuseV1Options.EnableCookieEncryption)).toBe(on);
    expect(state(FuseV1Options.EnableEmbeddedAsarIntegrityValidation)).toBe(on);
    expect(state(FuseV1Options.OnlyLoadAppFromAsar)).toBe(on);
  });

  it('has what sandboxes are given beside the archive, and no place of updates', async () => {
    const names = await readdir(packaged.resources);
    expect(names).toEqual(expect.arrayContaining(['app.asar', 'app.asar.unpacked', 'program']));
    expect(names).not.toContain('app-update.yml');
    const runner = path.join(packaged.resources, 'program', 'resources', 'python', 'reprise_runner.py');
    expect(await readFile(runner, 'utf8')).toContain('def ');
  });

  it('runs an example to its verdict', async () => {
    started = await startPackaged({ program: packaged.program, dataFolder: place.dataFolder, screen });
    const { page } = started;
    await page.getByRole('button', { name: /NumPy/ }).click();
    const accept = page.frameLocator('#run-surface').getByRole('button', { name: /Accept plan and run/ });
    await expect.poll(() => accept.getAttribute('aria-disabled'), { timeout: 60_000 }).toBe('false');
    await accept.click();
    await page
      .getByText(/^Reproduced/)
      .filter({ visible: true })
      .first()
      .waitFor({ timeout: 150_000 });
    const [folder] = await readdir(path.join(place.dataFolder, 'reproductions'));
    const log = await readFile(path.join(place.dataFolder, 'reproductions', folder ?? '', 'events.jsonl'), 'utf8');
    expect(log).toContain('"outcome":"reproduced"');
    await started.close();
    started = null;
    expect(await readdir(place.dataFolder)).not.toContain('lock');
  });
});
