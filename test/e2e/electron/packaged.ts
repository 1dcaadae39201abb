import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { root, type Screen } from './window';

export interface Packaged {
  /** Path of the packaged program. */
  readonly program: string;
  /** Folder of the archive and of what lies beside it. */
  readonly resources: string;
  remove(): Promise<void>;
}

/** Packs the built program for this system, as `npm run pack` does, into a folder of its own. */
export async function packProgram(): Promise<Packaged> {
  const out = await mkdtemp(path.join(tmpdir(), 'reprise-pack-'));
  const packed = spawnSync(process.execPath, ['scripts/pack.mjs', '--out', out], { cwd: root, encoding: 'utf8' });
  if (packed.status !== 0) throw new Error(`${packed.stdout}${packed.stderr}`);
  const folder = (await readdir(out)).find((name) => name.endsWith('-unpacked'));
  if (folder === undefined) throw new Error(`Nothing was packed into ${out}.`);
  return {
    program: path.join(out, folder, process.platform === 'win32' ? 'Reprise.exe' : 'reprise-window'),
    resources: path.join(out, folder, 'resources'),
    remove: () => rm(out, { recursive: true, force: true, maxRetries: 5 }),
  };
}

export interface Started {
  readonly page: Page;
  /** Asks the program to end, as the system does, and resolves when it has. */
  close(): Promise<void>;
}

/** Starts the packaged program and connects to it by Chromium's own port for debugging, on loopback. */
export async function startPackaged(options: {
  readonly program: string;
  readonly dataFolder: string;
  readonly screen: Screen;
}): Promise<Started> {
  const { program, dataFolder, screen } = options;
  const started = spawn(program, [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--remote-debugging-port=0'], {
    env: { ...process.env, ...(screen.display && { DISPLAY: screen.display }), REPRISE_HOME: dataFolder },
  });
  const ended = new Promise<void>((resolve) => started.once('exit', () => resolve()));
  // The programs of fused builds have no inspector, so Playwright's own way into Electron is closed.
  const browser = await chromium.connectOverCDP(await debuggingAddress(started), { noDefaults: true });
  await expect.poll(() => pageOf(browser)?.url() ?? null, { timeout: 60_000 }).toBe('reprise://app/');
  const page = pageOf(browser);
  if (!page) throw new Error('The window is gone.');
  return {
    page,
    close: async () => {
      started.kill('SIGTERM');
      await ended;
      await browser.close();
    },
  };
}

function pageOf(browser: Browser): Page | undefined {
  return browser.contexts()[0]?.pages()[0];
}

function debuggingAddress(started: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let told = '';
    started.stderr?.on('data', (bytes: Buffer) => {
      told += bytes.toString();
      const address = /DevTools listening on (ws:\/\/127\.0\.0\.1:\S+)/.exec(told)?.[1];
      if (address !== undefined) resolve(address);
    });
    started.once('error', reject);
    started.once('exit', (code) => reject(new Error(`The program ended with ${code}: ${told}`)));
  });
}
