import { createBench, request, resolved } from './parts';

/** A program of its own that makes an environment and says how far it is, for a test that kills it. */
async function main(): Promise<void> {
  const bench = createBench({ dataFolder: process.argv[2] ?? '' });
  const resolution = await resolved(bench, request(['numpy', 'six']));
  const report = (note: string) => process.stdout.write(`${note}\n`);
  await bench.environments.prepare(
    { resolution, terminalId: 'terminal-0', allowWeakerSandbox: false },
    { signal: new AbortController().signal, report },
  );
}

void main();
