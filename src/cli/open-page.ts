import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { message } from '../protocol/catalogue/catalogue';
import type { Surroundings } from './surroundings';

export function pageOpenerOf(dataFolder: string): string {
  return path.join(dataFolder, 'run', 'open.html');
}

/**
 * Opens an address in the user's browser where there is a screen. The browser is given a file for the user alone that leads
 * on, since an address with a token would stand in the process list.
 */
export async function openPage(surroundings: Surroundings, dataFolder: string, address: string): Promise<void> {
  const opener = openerOf(surroundings);
  if (opener === null) return;
  const file = pageOpenerOf(dataFolder);
  await rm(file, { force: true });
  const html = `<!doctype html><meta http-equiv="refresh" content="0; url=${address}"><title>Reprise</title>\n`;
  await writeFile(file, html, { mode: 0o600, flag: 'wx' });
  const child = spawn(opener, [pathToFileURL(file).href], { stdio: 'ignore', detached: true });
  child.unref();
  await Promise.race([once(child, 'spawn'), once(child, 'error')]).catch(() => {
    surroundings.output.write(`${message('cli.serve.openYourself')}\n`);
  });
}

/** Null: there is no screen to open a browser on. */
function openerOf({ platform, environmentBlock }: Surroundings): string | null {
  if (platform === 'darwin') return 'open';
  if (platform === 'win32') return 'explorer.exe';
  return environmentBlock['DISPLAY'] || environmentBlock['WAYLAND_DISPLAY'] ? 'xdg-open' : null;
}
