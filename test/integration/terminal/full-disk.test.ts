import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createSandbox } from '../../../src/node/sandbox/create-sandbox';

const sandbox = createSandbox({
  platform: process.platform,
  environmentBlock: process.env,
  userId: process.getuid?.() ?? null,
});
const { level } = await sandbox.describe();

/** Runs in a program of its own, on a disk of 64 KiB. */
const script = (root: string) => `
import { createTerminals } from ${JSON.stringify(join(root, 'src/node/terminal/create-terminals.ts'))};
const terminals = createTerminals({ dataFolder: process.argv[2] });
const place = { reproductionId: 'r1', terminalId: 't1' };
const heard = [];
terminals.watch('t1', () => heard.push(1));
const writer = await terminals.open({ ...place, title: 'Run', control: null });
for (let index = 0; index < 40; index += 1) await writer.write(Buffer.alloc(4096, 65));
const told = await terminals.describe(place);
const read = await terminals.read({ ...place, offset: 0, maxBytes: 1000000 });
const closing = await writer.close().then(() => 'closed', (error) => ({ code: error.code, message: error.message }));
console.log(JSON.stringify({ told, read: read.length, closing, heard: heard.length > 3 }));
`;

test.skipIf(level !== 'bubblewrap')(
  'a full disk ends the terminal with a sentence and loses nothing that was kept (needs bubblewrap)',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'reprise-full-'));
    try {
      await mkdir(join(folder, 'small'));
      await writeFile(join(folder, 'fill.mjs'), script(process.cwd()));
      const disk = ['--dev-bind', '/', '/', '--size', '65536', '--tmpfs', join(folder, 'small')];
      const tsx = join(process.cwd(), 'node_modules/tsx/dist/cli.mjs');
      const command = [process.execPath, tsx, join(folder, 'fill.mjs'), join(folder, 'small')];
      const { stdout } = await promisify(execFile)('bwrap', [...disk, ...command]);
      const result = JSON.parse(stdout) as {
        told: { size: number; status: { kind: string } };
        read: number;
        heard: boolean;
      };
      expect(result).toMatchObject({
        told: { status: { kind: 'closed' } },
        closing: { code: 'unwritable', message: expect.stringContaining('Free some space') as string },
        heard: true,
      });
      expect(result.read).toBe(result.told.size);
      expect(result.read).toBeGreaterThan(30_000);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
