import { describe, expect, it } from 'vitest';
import type { ProcessEntry } from '../../../../src/node/process/list-processes';
import { watchLimits } from '../../../../src/node/process/watch-limits';

const entry = (id: number, residentBytes: number): ProcessEntry => ({
  ...{ id, parentId: 1, groupId: id, sessionId: id, startedAt: '1', name: 'python' },
  residentBytes,
});

describe('the watch of a run', () => {
  it('tells the memory of the tree at each look, without what is ours', async () => {
    const told: number[] = [];
    let bytes = 1000;
    const stop = watchLimits({
      limits: {
        seconds: 3600,
        memoryBytes: null,
        outputBytes: null,
        processes: null,
        diskBytes: null,
        diskFolder: null,
      },
      tree: {
        members: async () => [entry(1, 5), entry(2, (bytes += 1000)), entry(3, 1)],
      } as unknown as Parameters<typeof watchLimits>[0]['tree'],
      isWrapper: ({ id }) => id === 1,
      onMemory: (seen) => told.push(seen),
      onExceeded: () => undefined,
    });
    await expect.poll(() => told.slice(0, 2), { timeout: 60_000 }).toEqual([2001, 3001]);
    stop();
  });
});
