import { createRunStore } from '../../../../src/node/store/create-run-store';
import { defaultOptions } from '../../../../src/protocol/reproduction/options';

/** Appends events for ever and tells of each once it is safe. Started by the test of the store, which kills it. */
async function appendUntilKilled(dataFolder: string): Promise<never> {
  const store = createRunStore({ dataFolder });
  const at = '2026-01-01T00:00:00.000Z';
  await store.create('r-1');
  for (let seq = 1; ; seq += 1) {
    await store.append({
      v: 2,
      reproductionId: 'r-1',
      seq,
      at,
      event:
        seq === 1
          ? {
              type: 'reproduction/created',
              title: 'T',
              options: defaultOptions,
              report: { digest: '0'.repeat(64), name: 'report.md' },
            }
          : { type: 'notice/given', notice: { level: 'note', text: 'x'.repeat(seq * 97), at } },
    });
    process.stdout.write(`${seq}\n`);
  }
}

void appendUntilKilled(process.argv[2] ?? '');
