import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * A program that ends itself in the middle of a write, for tests of what that leaves: `lock FILE` between the name that is written aside
 * and the lock, `held FILE` while it holds it, `write FILE` between the new text and its place.
 */
async function main(): Promise<void> {
  const [, , what = '', file = ''] = process.argv;
  const end = (): never => {
    process.kill(process.pid, 'SIGKILL');
    throw new Error('It goes on.');
  };
  if (what === 'lock') fs.promises.link = async () => end();
  if (what === 'write') fs.promises.rename = async () => end();
  syncBuiltinESMExports();
  const { holdingLock } = await import('../../../src/node/python/prepare/hold-lock');
  const { writeFileAtomically } = await import('../../../src/node/system/write-file-atomically');
  if (what === 'write') return writeFileAtomically(file, 'new');
  await holdingLock(file, { signal: new AbortController().signal, onWait: () => undefined }, async () => end());
}

void main();
