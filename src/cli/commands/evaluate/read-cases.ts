import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { badInput } from '../../input/refusal';
import { createIssueReader } from '../../../node/report/create-issue-reader';
import { readReport } from '../../input/read-report';
import { Expected, type Case } from './expected';

async function readExpected(file: string): Promise<Expected | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return Expected.parse(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw badInput('cases', 'cli.evaluate.expected', { file, reason: reason.split('\n')[0] ?? '' });
  }
}

/**
 * The cases of a folder in the order of their names: each folder below it with a `report.md` and an `expected.json`.
 * Errors: `badInput` where the folder cannot be read, holds none, or a case is not well formed.
 */
export async function readCases(options: {
  readonly folder: string;
  readonly workingFolder: string;
  /** Names to take; empty: all. */
  readonly only: readonly string[];
}): Promise<readonly Case[]> {
  const folder = path.resolve(options.workingFolder, options.folder);
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw badInput('cases', 'cli.evaluate.folder', { folder: options.folder });
  });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const unknown = options.only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw badInput('only', 'cli.evaluate.noSuchCase', { name: unknown });
  const cases: Case[] = [];
  for (const id of names.sort()) {
    if (options.only.length > 0 && !options.only.includes(id)) continue;
    const expected = await readExpected(path.join(folder, id, 'expected.json'));
    if (!expected) continue;
    const report = path.join(folder, id, 'report.md');
    const { text } = await readReport({
      report,
      workingFolder: folder,
      input: Readable.from([]),
      issues: createIssueReader(),
    });
    cases.push({ id, report: text, expected });
  }
  if (cases.length === 0) throw badInput('cases', 'cli.evaluate.none', { folder: options.folder });
  return cases;
}
