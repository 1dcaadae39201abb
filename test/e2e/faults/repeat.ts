import { readdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { listProcesses } from '../../../src/node/process/list-processes';
import { openRealHost } from '../../integration/host/open-real-host';

/** What this program holds. */
export interface Holding {
  /** Open descriptors, by what they lead to without its number. */
  readonly descriptors: readonly string[];
  readonly children: readonly string[];
  readonly heapBytes: number;
}

async function look(collect: () => void): Promise<Holding> {
  const descriptors = readdirSync('/proc/self/fd').flatMap((id) => {
    try {
      return [readlinkSync(`/proc/self/fd/${id}`).replace(/\[\d+\]/, '')];
    } catch {
      // The one that lists the others.
      return [];
    }
  });
  // What reads TypeScript for this program has a process of its own.
  const children = (await listProcesses())
    .filter(({ parentId, name }) => parentId === process.pid && name !== 'esbuild')
    .map(({ name }) => name);
  collect();
  return { descriptors: descriptors.sort(), children: children.sort(), heapBytes: process.memoryUsage().heapUsed };
}

/**
 * A host that is told by lines what to do, and answers each with a line of JSON: `run` reproduces the NumPy example and answers with the
 * outcome, `look` answers with what the program holds, `close` closes the host, `end` ends the program.
 */
async function main(dataFolder: string): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const { client, faults, close } = await openRealHost(dataFolder, path.resolve('out', 'node'));
  const waiting = new Map<string, (outcome: string) => void>();
  client.listen({
    onEvent: ({ reproductionId, event }) => {
      if (event.type === 'reproduction/concluded') waiting.get(reproductionId)?.(event.conclusion.outcome);
    },
  });
  const run = async (): Promise<string> => {
    const example = await client.call('example/read', { exampleId: 'numpy-shapes' });
    const options = { autonomy: 'auto', sandbox: 'prefer', bundledExample: true } as const;
    const { reproductionId } = await client.call('reproduction/create', { ...example, options });
    await client.call('reproduction/attach', { reproductionId, afterSeq: null });
    const outcome = new Promise<string>((resolve) => waiting.set(reproductionId, resolve));
    await client.call('reproduction/start', { reproductionId });
    const ended = await outcome;
    waiting.delete(reproductionId);
    return ended;
  };
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'end') break;
    if (line === 'close') await close();
    const answer = line === 'run' ? { outcome: await run(), faults: faults.length } : await look(collect);
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
  process.exit(0);
}

void main(process.argv[2] ?? '');
