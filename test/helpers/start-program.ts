import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';

/** Starts a small program of the tests, written in TypeScript, in a process of its own. It is killed when the test ends. */
export function startProgram(
  file: string,
  args: readonly string[],
): { readonly child: ChildProcessByStdio<Writable, Readable, null>; readonly closed: Promise<number | null> } {
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  return { child, closed };
}
