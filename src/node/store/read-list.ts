import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { message } from '../../protocol/catalogue/catalogue';
import { Id } from '../../protocol/primitives';
import { emptyState, summarize } from '../../protocol/reproduction/reduce';
import type { ReproductionSummary } from '../../protocol/reproduction/state';
import { createSummaryIndex } from './create-summary-index';
import { foldLog, readLog } from './read-log';
import { pathsOf } from './reproduction-paths';

/**
 * The list of a data folder that another program has open, read and nothing else: no lock, nothing written, nothing swept. A
 * reproduction that is being written to is told as it stood at its last whole line.
 */
export async function readList(dataFolder: string): Promise<readonly ReproductionSummary[]> {
  const reproductions = join(dataFolder, 'reproductions');
  const summaries = createSummaryIndex({ dataFolder });
  const entries = await readdir(reproductions, { withFileTypes: true }).catch(() => []);
  const ids = entries.filter((one) => one.isDirectory() && Id.safeParse(one.name).success).map(({ name }) => name);
  const lines: ReproductionSummary[] = [];
  for (const id of ids) {
    const kept = await summaries.read(id);
    const line = kept?.current ? kept.summary : await fromLog(id, pathsOf(reproductions, id).events, kept?.summary);
    if (line) lines.push(line);
  }
  return lines;
}

async function fromLog(
  id: string,
  path: string,
  kept: ReproductionSummary | undefined,
): Promise<ReproductionSummary | null> {
  const log = await readLog(path).catch(() => null);
  // Just being made, or just gone.
  if (log === null || log.lines.length === 0) return null;
  const folded = foldLog(id, log);
  if (folded.kind === 'whole') return summarize(folded.state);
  const base = kept ?? { ...summarize(emptyState(id)), title: id };
  return { ...base, damaged: message('errors.damagedReproduction', { reason: folded.reason, folder: path }) };
}
