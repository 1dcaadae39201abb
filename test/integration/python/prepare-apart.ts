import { createBench, request, resolved } from './parts';

/** A program of its own that makes an environment and says how far it is, for tests that start several; one that is to be killed ends itself at a note, wherever the installer is then. `FOLDER [NOTE [INDEX]]`. */
async function main(): Promise<void> {
  const [, , dataFolder = '', killedAt, index] = process.argv;
  const bench = createBench({ dataFolder, ...(index === undefined ? {} : { index }) });
  const resolution = await resolved(bench, request(index === undefined ? ['numpy', 'six'] : ['six']));
  const report = (note: string) => {
    process.stdout.write(`${note}\n`);
    if (killedAt !== undefined && note.includes(killedAt)) process.kill(process.pid, 'SIGKILL');
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
