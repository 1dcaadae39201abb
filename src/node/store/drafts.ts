import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DraftEntry, emptyDraft, foldDraft, type DraftHistory } from '../../protocol/draft';
import { errorCode } from '../system/error-code';
import { makeFolder } from '../system/make-folder';
import { toUnwritable } from '../system/to-unwritable';
import { writeFileAtomically } from '../system/write-file-atomically';

/** Reads a draft, an entry a line. A line that a kill cut off was never told of, and is passed over. Errors: those of the system. */
export async function readDraft(path: string): Promise<DraftHistory> {
  let history = emptyDraft;
  for (const line of (await textOrNone(path)).split('\n')) {
    const entry = entryOf(line);
    if (entry) history = foldDraft(history, entry);
  }
  return history;
}

/** Adds a line, which is on disk when this resolves. Errors: rejects with `unwritable`. */
export async function appendDraft(path: string, entry: DraftEntry): Promise<void> {
  try {
    await makeFolder(dirname(path));
    const handle = await open(path, 'a+', 0o600);
    try {
      const { size } = await handle.stat();
      const last = size === 0 ? '\n' : (await handle.read(Buffer.alloc(1), 0, 1, size - 1)).buffer.toString();
      await handle.appendFile(`${last === '\n' ? '' : '\n'}${JSON.stringify(entry)}\n`, 'utf8');
      await handle.datasync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw toUnwritable(error, path);
  }
}

/** Writes a history as a file of its own, in place of what was there. Errors: rejects with `unwritable`. */
export async function writeDraft(path: string, history: DraftHistory): Promise<void> {
  const entries: DraftEntry[] = [
    ...history.changes.map((change, done) => ({ done, change })),
    { done: history.done, change: null, taken: history.taken },
  ];
  try {
    await makeFolder(dirname(path));
    await writeFileAtomically(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  } catch (error) {
    throw toUnwritable(error, path);
  }
}

function entryOf(line: string): DraftEntry | null {
  try {
    return DraftEntry.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

async function textOrNone(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  }
}
