import { onTestFinished } from 'vitest';
import { composeHost } from '../../src/host/compose-host';
import type { Pipeline } from '../../src/host/host-options';
import { createClient, type Client } from '../../src/protocol/client';
import type { EventEnvelope } from '../../src/protocol/reproduction/events';
import { transports } from './client-transports';
import { createTestPorts, type TestPorts } from './host-ports';
import { temporaryFolder } from './temporary-folder';

/** A host in a folder, with clients on it. Everything is closed when the test ends. */
export async function startHost(
  options: {
    readonly dataFolder?: string;
    readonly pipeline?: Pipeline;
    readonly change?: (ports: TestPorts) => Partial<TestPorts>;
  } = {},
) {
  const dataFolder = options.dataFolder ?? (await temporaryFolder());
  const own = createTestPorts(dataFolder);
  const ports: TestPorts = { ...own, ...options.change?.(own) };
  const faults: unknown[] = [];
  const host = composeHost({
    ports,
    version: '1.2.3',
    dataFolder,
    platform: 'test',
    log: (entry) => faults.push(entry.error),
    pipeline: options.pipeline ?? (async () => undefined),
  });
  onTestFinished(() => host.close());
  return {
    host,
    ports,
    faults,
    dataFolder,
    connect: async (transport = 'in process'): Promise<Client> => {
      const open = transports[transport];
      if (!open) throw new Error(`No transport ${transport}`);
      return await createClient(await open(host), 'test');
    },
  };
}

/** Events of one reproduction as a client hears them, with a way to wait for one. */
export function hear(client: Client, reproductionId: string) {
  const envelopes: EventEnvelope[] = [];
  const waiting = new Set<() => void>();
  client.listen({
    onEvent: (envelope) => {
      if (envelope.reproductionId !== reproductionId) return;
      envelopes.push(envelope);
      for (const look of [...waiting]) look();
    },
  });
  return {
    envelopes,
    types: () => envelopes.map(({ event }) => event.type),
    until: (predicate: (envelopes: readonly EventEnvelope[]) => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!predicate(envelopes)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}

export const reportText = '# Crash on fit\n\nIt says `ValueError: no`.\n';

/** Creates a reproduction from a small report. */
export async function createReproduction(client: Client, text = reportText): Promise<string> {
  return (await client.call('reproduction/create', { name: 'report.md', text, options: {} })).reproductionId;
}

/** A note for people: the simplest event there is. */
export function notice(text: string) {
  return { type: 'notice/given', notice: { level: 'note', text, at: '2026-01-01T00:00:00.000Z' } } as const;
}
