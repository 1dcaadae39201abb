// Runs after `npm install`: builds, and lets `npx reprise` find this checkout's own command.
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** npm links the commands of dependencies only; a package's own command is ours to link. */
function linkCommand() {
  const folder = join(root, 'node_modules', '.bin');
  mkdirSync(folder, { recursive: true });
  if (process.platform === 'win32') {
    writeFileSync(join(folder, 'reprise.cmd'), '@node "%~dp0\\..\\..\\bin\\reprise.cjs" %*\r\n');
    return;
  }
  rmSync(join(folder, 'reprise'), { force: true });
  symlinkSync('../../bin/reprise.cjs', join(folder, 'reprise'));
}

if (existsSync(join(root, 'node_modules', 'electron-vite'))) {
  const { code, output } = await run(process.execPath, [
    join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js'),
    'build',
    '--logLevel',
    'warn',
  ]);
  if (code !== 0) {
    process.stderr.write(output);
    process.exit(code);
  }
}
linkCommand();
