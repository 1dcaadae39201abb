import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findLevers } from '../../../../src/node/sandbox/find-levers';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-levers-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function lay(path: string, mode: number): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, '');
  await chmod(file, mode);
}

test('finds what somebody may write, and neither what is known, nor of processes and namespaces, nor beyond links', async () => {
  await lay('dynamic_debug/control', 0o644);
  await lay('tty/driver/serial', 0o444);
  await lay('latency_stats', 0o644);
  await lay('version', 0o444);
  await lay('irq/1/smp_affinity', 0o644);
  for (const name of ['42', 'self', 'net', 'sys', 'sysvipc']) await lay(`${name}/file`, 0o666);
  await symlink(join(folder, 'dynamic_debug'), join(folder, 'link'));
  expect(await findLevers(folder, ['irq'])).toEqual(['dynamic_debug', 'latency_stats']);
});

test('finds none where there is no such folder', async () => {
  expect(await findLevers(join(folder, 'none'), [])).toEqual([]);
});
