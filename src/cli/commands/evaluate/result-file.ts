import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { badInput } from '../../input/refusal';
import { CaseResult } from './expected';
import { summarise } from './summary';

const ResultFile = z.object({ version: z.literal(1), results: z.array(CaseResult) });

/**
 * Results of an earlier evaluation, to go on from. Empty where there is no file yet.
 * Errors: `badInput` where there is one that no evaluation wrote.
 */
export async function readResults(file: string): Promise<readonly CaseResult[]> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return [];
  try {
    return ResultFile.parse(JSON.parse(text)).results;
  } catch {
    throw badInput('out', 'cli.evaluate.strangeFile', { file });
  }
}

/** Writes the results whole, so that an end at any moment leaves the last good file. Errors: `badInput`. */
export async function writeResults(file: string, results: readonly CaseResult[]): Promise<void> {
  const text = JSON.stringify({ version: 1, summary: summarise(results), results }, null, 1);
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(`${file}.part`, `${text}\n`);
    await rename(`${file}.part`, file);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw badInput('out', 'cli.out.unwritable', { folder: file, reason });
  }
}
