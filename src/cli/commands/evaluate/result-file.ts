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
  return parsed(text, file, 'out');
}

function parsed(text: string, file: string, option: 'out' | 'against'): readonly CaseResult[] {
  try {
    return ResultFile.parse(JSON.parse(text)).results;
  } catch {
    throw badInput(option, 'cli.evaluate.strangeFile', { file, option });
  }
}

/** Results to compare with. Errors: `badInput` where the file is missing or no evaluation wrote it. */
export async function readEarlier(file: string): Promise<readonly CaseResult[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw badInput('against', 'cli.evaluate.noEarlier', { file });
  });
  return parsed(text, file, 'against');
}

/** Writes the results whole, so that an end at any moment leaves the last good file. Errors: `badInput`. */
export async function writeResults(file: string, results: readonly CaseResult[]): Promise<void> {
  await writeWhole(file, `${JSON.stringify({ version: 1, summary: summarise(results), results }, null, 1)}\n`);
}

/** Writes a file of an evaluation, so that readers see the old one or the new one. Errors: `badInput`. */
export async function writeWhole(file: string, text: string): Promise<void> {
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(`${file}.part`, text);
    await rename(`${file}.part`, file);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw badInput('out', 'cli.out.unwritable', { folder: file, reason });
  }
}
