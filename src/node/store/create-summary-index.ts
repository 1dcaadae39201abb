import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { SummaryIndex } from '../../core/ports/summary-index';
import { ReproductionSummary } from '../../protocol/reproduction/state';
import { pathsOf } from './reproduction-paths';

const Stored = z.object({ logBytes: z.number().int().positive(), summary: ReproductionSummary });

/** Keeps each summary in `summary.json` beside its log, with the log's size at that time. */
export function createSummaryIndex(options: { readonly dataFolder: string }): SummaryIndex {
  const reproductions = join(options.dataFolder, 'reproductions');
  return {
    read: async (reproductionId) => {
      const paths = pathsOf(reproductions, reproductionId);
      try {
        const stored = Stored.parse(JSON.parse(await readFile(paths.summary, 'utf8')));
        const logBytes = await sizeOf(paths.events);
        if (stored.summary.id !== reproductionId) return null;
        return { summary: stored.summary, current: stored.logBytes === logBytes };
      } catch {
        return null;
      }
    },
    write: async (summary) => {
      const paths = pathsOf(reproductions, summary.id);
      const temporary = `${paths.summary}.tmp`;
      try {
        const logBytes = (await stat(paths.events)).size;
        await writeFile(temporary, JSON.stringify({ logBytes, summary }), { mode: 0o600 });
        await rename(temporary, paths.summary);
      } catch {
        await rm(temporary, { force: true }).catch(() => undefined);
      }
    },
  };
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch {
    return null;
  }
}
