import { openRealHost } from './open-real-host';

/** Reproduces the NumPy example without a person and prints the type of each event. Started by a test, which kills it. */
async function runUntilKilled(dataFolder: string, workersFolder: string): Promise<void> {
  const { client } = await openRealHost(dataFolder, workersFolder);
  client.listen({ onEvent: ({ event, seq }) => process.stdout.write(`${seq} ${event.type}\n`) });
  const example = await client.call('example/read', { exampleId: 'numpy-shapes' });
  const options = { autonomy: 'auto', sandbox: 'prefer', bundledExample: true } as const;
  const { reproductionId } = await client.call('reproduction/create', { ...example, options });
  await client.call('reproduction/attach', { reproductionId, afterSeq: null });
  await client.call('reproduction/start', { reproductionId });
}

void runUntilKilled(process.argv[2] ?? '', process.argv[3] ?? '');
