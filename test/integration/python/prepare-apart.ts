import { createBench, request, resolved } from './parts';

/** A program of its own that makes an environment and says how far it is, for tests that kill it or start several. */
async function main(): Promise<void> {
  const bench = createBench({ dataFolder: process.argv[2] ?? '' });
  const resolution = await resolved(bench, request(['numpy', 'six']));
  const report = (note: string) => process.stdout.write(`${note}\n`);
  const prepared = await bench.environments.prepare(
    { resolution, terminalId: 'terminal-0', allowWeakerSandbox: false },
    { signal: new AbortController().signal, report },
  );
  await bench.environments.close();
  if (prepared.kind === 'failed') throw new Error(prepared.failure.message);
  report(`${prepared.environment.reused ? 'Found' : 'Made'} ${prepared.environment.id}`);
}

void main();
