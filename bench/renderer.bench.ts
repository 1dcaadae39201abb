import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkspace, whyNoPage } from '../test/e2e/web/open-workspace';
import { figure } from './figure';
import { median } from './measure';
import { measureScale } from './renderer-scale';

const folder = 'out/renderer/assets';
const why = whyNoPage();
if (why !== null) {
  process.stdout.write(`skipped: ${why}\n`);
  process.exit(0);
}

const sizeOf = (test: (name: string) => boolean): number =>
  readdirSync(folder)
    .filter(test)
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
const isCode = (name: string): boolean => /\.(js|css)$/.test(name);
const isLanguage = (name: string): boolean => /^python-.*\.js$/.test(name);
const line = (name: string, value: string): void =>
  void process.stdout.write(`${name.padEnd(52)}${value.padStart(12)}\n`);
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;

line('what the start loads', kilobytes(sizeOf((name) => isCode(name) && name.startsWith('index-'))));
line('what the terminal adds', kilobytes(sizeOf((name) => isCode(name) && name.startsWith('terminal-'))));
line('what the editor adds', kilobytes(sizeOf((name) => isCode(name) && /^(script-|editor)/.test(name))));
line("Monaco's language", kilobytes(sizeOf(isLanguage)));
const whole = sizeOf((name) => name.endsWith('.js') && !isLanguage(name));
figure("renderer: scripts before Monaco's languages", whole / 1000, 'kB');
line('all style sheets', kilobytes(sizeOf((name) => name.endsWith('.css'))));
line('fonts', kilobytes(sizeOf((name) => /\.(woff2|ttf)$/.test(name))));

/** Milliseconds from asking for the page until a button of it can be pressed, its connection open. */
const workspace = await openWorkspace();
const times: number[] = [];
for (let index = 0; index < 6; index += 1) {
  const page = await workspace.open({ baseURL: 'about:blank' });
  const address = page.url();
  await page.goto('about:blank');
  const started = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('.footer', { hasText: 'Connected' }).waitFor();
  await page.locator('.header .button.primary:not([data-disabled])').waitFor();
  if (index > 0) times.push(performance.now() - started);
  await page.close();
}
await workspace.close();
times.sort((a, b) => a - b);
figure('renderer: usable after', median(times), 'ms');
await measureScale();
