import { readSync } from 'node:fs';
import { createBench, request, resolved } from './parts';

/**
 * A program of its own that makes an environment and says how far it is, for tests that start several; one that is to be killed ends itself at
 * a note, wherever the installer is then, or with `+NOTE` stands still there until somebody kills it. `FOLDER [NOTE [INDEX [NAME…]]]`.
 */
async function main(): Promise<void> {
  const [, , dataFolder = '', killedAt, index, ...names] = process.argv;
  const bench = createBench({ dataFolder, ...(index === undefined ? {} : { index }) });
  const resolution = await resolved(
    bench,
    request(names.length > 0 ? names : index === undefined ? ['numpy', 'six'] : ['six']),
  );
  const report = (note: string) => {
    process.stdout.write(`${note}\n`);
    if (killedAt === undefined || !note.includes(killedAt.replace(/^\+/, ''))) return;
    if (killedAt.startsWith('+')) readSync(0, Buffer.alloc(1));
    process.kill(process.pid, 'SIGKILL');
  };
  const prepared = await bench.environments.prepare(
    { resolution, terminalId: 'terminal-0', allowWeakerSandbox: false },
    { signal: new AbortController().signal, report },
  );
  await bench.environments.close();
  if (prepared.kind === 'failed') throw new Error(prepared.failure.message);
  if (index !== undefined) report(prepared.environment.lock);
  report(`${prepared.environment.reused ? 'Found' : 'Made'} ${prepared.environment.id}`);
}

void main();
