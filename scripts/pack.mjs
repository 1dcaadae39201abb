// `npm run pack [-- --out DIR]`: the packaged program, unpacked, for this system (docs/packaging.md). The runtime is the one in the
// folder of ELECTRON_OVERRIDE_DIST_PATH, else the installed electron's. Nothing is fetched where either is there.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const place = process.argv.indexOf('--out');
const out = place < 0 ? join(root, 'dist') : resolve(process.argv[place + 1] ?? 'dist');

/** Where Electron's files lie. Null: nowhere yet; electron-builder fetches the pinned version then. */
function runtimeFolder() {
  const given = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const folder = given || join(root, 'node_modules', 'electron', 'dist');
  return existsSync(join(folder, 'version')) ? folder : null;
}

const runtime = runtimeFolder();
if (!existsSync(join(root, 'out', 'node', 'main.cjs'))) {
  process.stderr.write('There is no build to pack. Run `npm run build` first.\n');
  process.exit(2);
}
const { code, output } = await run(
  process.execPath,
  [
    join(root, 'node_modules', 'electron-builder', 'cli.js'),
    '--dir',
    '--config',
    'electron-builder.yml',
    `-c.directories.output=${out}`,
    ...(runtime === null
      ? []
      : [
          `-c.electronDist=${runtime}`,
          `-c.electronVersion=${readFileSync(join(runtime, 'version'), 'utf8').trim().replace(/^v/, '')}`,
        ]),
  ],
  { cwd: root },
);
process.stdout.write(code === 0 ? `The packaged program is in ${out}.\n` : output);
process.exit(code);
