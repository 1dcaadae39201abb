import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';

export const root = path.join(import.meta.dirname, '..', '..', '..');

/** Electron's program: the folder of ELECTRON_OVERRIDE_DIST_PATH, else the installed one. Null: there is none. */
export function electronProgram(): string | null {
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? path.join(root, 'node_modules', 'electron', 'dist');
  const names: Partial<Record<NodeJS.Platform, string>> = {
    darwin: 'Electron.app/Contents/MacOS/Electron',
    win32: 'electron.exe',
  };
  const program = path.join(folder, names[process.platform] ?? 'electron');
  return existsSync(program) ? program : null;
}

/** Why the window cannot be tested here, or null. */
export function whyNoWindow(): string | null {
  if (electronProgram() === null) return 'no Electron runtime; ELECTRON_OVERRIDE_DIST_PATH names none';
  if (process.platform === 'linux' && !process.env['DISPLAY'] && spawnSync('Xvfb', ['-help']).error) {
    return 'no screen, and Xvfb is not installed';
  }
  return null;
}

export interface Screen {
  readonly display: string;
  close(): void;
}

/** The screen that is there, else one in memory. */
export async function openScreen(): Promise<Screen> {
  const display = process.env['DISPLAY'];
  if (process.platform !== 'linux' || display) return { display: display ?? '', close: () => undefined };
  const server: ChildProcess = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await new Promise<string>((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', () => reject(new Error('Xvfb ended before it had a screen')));
    server.stdio[3]?.once('data', (chunk) => resolve(String(chunk).trim()));
  });
  return { display: `:${number}`, close: () => void server.kill() };
}

export interface Window {
  readonly application: ElectronApplication;
  readonly page: Page;
}

/** Starts the built window program on a data folder. Electron's own sandbox needs a user that is not root; the page's stays on. */
export async function openWindow(screen: Screen, dataFolder: string): Promise<Window> {
  const { DISPLAY: _none, ...environment } = process.env as Record<string, string>;
  const application = await _electron.launch({
    executablePath: electronProgram() ?? '',
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), root],
    env: { ...environment, ...(screen.display ? { DISPLAY: screen.display } : {}), REPRISE_HOME: dataFolder },
  });
  const page = await application.firstWindow();
  await page.waitForLoadState();
  return { application, page };
}

export async function createDataFolder(): Promise<{ readonly dataFolder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reprise-window-'));
  return {
    dataFolder: path.join(folder, 'data'),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
