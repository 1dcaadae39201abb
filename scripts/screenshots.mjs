// `npm run screenshots`: pictures of every screen in every theme, by the end-to-end tests, into docs/screenshots.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.mjs';
import { shrinkPng } from './shrink-png.mjs';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
const target = join('docs', 'screenshots');
const folder = mkdtempSync(join(tmpdir(), 'reprise-pictures-'));
const { code } = await run(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'e2e',
    'test/e2e/web/accessibility.test.ts',
    'test/e2e/web/environment-table.test.ts',
    'test/e2e/web/machine.test.ts',
    'test/e2e/electron/window.test.ts',
  ],
  { env: { ...process.env, REPRISE_PICTURES: folder }, show: true },
);
if (code === 0) {
  mkdirSync(target, { recursive: true });
  let bytes = 0;
  const names = readdirSync(folder).sort();
  // Where no Electron runtime is, the pictures of its window stay as they are.
  const windowPictured = names.some((name) => name.startsWith('window-'));
  for (const old of readdirSync(target)) {
    if (windowPictured || !old.startsWith('window-')) rmSync(join(target, old));
  }
  for (const name of names) {
    const picture = shrinkPng(readFileSync(join(folder, name)));
    bytes += picture.length;
    writeFileSync(join(target, name), picture);
  }
  process.stdout.write(`${names.length} pictures, ${(bytes / 1e6).toFixed(1)} MB, in ${target}\n`);
}
rmSync(folder, { recursive: true, force: true });
process.exit(code);
