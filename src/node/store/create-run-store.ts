import { randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunStore } from '../../core/ports/run-store';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import { Id } from '../../protocol/primitives';
import { Script } from '../../protocol/script';
import { digestOf } from '../system/digest';
import { errorCode } from '../system/error-code';
import { makeFolder } from '../system/make-folder';
import { toUnwritable } from '../system/to-unwritable';
import { syncFolder, writeFileAtomically } from '../system/write-file-atomically';
import { appendLine, setAsideTorn } from './append-line';
import { measureReproduction, moveToTrash } from './discard';
import { appendDraft, readDraft, writeDraft } from './drafts';
import { envelopesAfter, foldLog, readLog, type LogLines } from './read-log';
import { draftPath, noReproduction, noScript, pathsOf, scriptPath, type ReproductionPaths } from './reproduction-paths';
import { sweepUnfinished } from './sweep-unfinished';
import { readBundle, writeBundle } from './write-reproducer';

/** Keeps each reproduction as a folder below `<dataFolder>/reproductions`. The folder belongs to this program alone. */
export function createRunStore(options: { readonly dataFolder: string }): RunStore {
  const { dataFolder } = options;
  const reproductions = join(dataFolder, 'reproductions');
  /** Sizes of the committed parts of logs that were read or written by this program. */
  const committed = new Map<string, number>();
  /** The last append of each log: appends of one log follow each other. */
  const tails = new Map<string, Promise<unknown>>();
  let swept: Promise<void> | null = null;

  /** Runs after all earlier work on the same log. */
  function inOrder<T>(reproductionId: string, work: () => Promise<T>): Promise<T> {
    const next = (tails.get(reproductionId) ?? Promise.resolve()).then(work, work);
    const settled = next
      .catch(() => undefined)
      .then(() => {
        if (tails.get(reproductionId) === settled) tails.delete(reproductionId);
      });
    tails.set(reproductionId, settled);
    return next;
  }

  async function openLog(reproductionId: string, paths: ReproductionPaths): Promise<LogLines & { torn: number }> {
    const log = await readLog(paths.events);
    const torn = log.bytes.length - log.committed;
    // A log without one committed event is left as it is: there is nothing that an append could follow.
    if (torn > 0 && log.committed > 0) await setAsideTorn(paths.events, paths.torn, log.bytes, log.committed);
    committed.set(reproductionId, log.committed);
    return { ...log, torn };
  }

  return {
    list: async () => {
      swept ??= sweepUnfinished(reproductions, (id) => committed.has(id));
      await swept;
      const entries = await orEmpty(readdir(reproductions, { withFileTypes: true }));
      return entries.filter((entry) => entry.isDirectory() && Id.safeParse(entry.name).success).map(({ name }) => name);
    },
    load: (reproductionId) => {
      const paths = pathsOf(reproductions, reproductionId);
      return inOrder(reproductionId, async () => {
        if (!(await exists(paths.folder))) throw noReproduction(reproductionId);
        try {
          const log = await openLog(reproductionId, paths);
          const folded = foldLog(reproductionId, log);
          return folded.kind === 'whole' ? { ...folded, torn: log.torn } : folded;
        } catch (error) {
          const code = errorCode(error);
          if (code === null) throw error;
          return { kind: 'damaged', reason: message('errors.damagedRead', { reason: code }) };
        }
      });
    },
    create: async (reproductionId) => {
      const paths = pathsOf(reproductions, reproductionId);
      committed.set(reproductionId, 0);
      try {
        await makeFolder(reproductions);
        await mkdir(paths.folder, { mode: 0o700 });
        await mkdir(paths.scripts, { mode: 0o700 });
        await syncFolder(reproductions);
      } catch (error) {
        committed.delete(reproductionId);
        throw toUnwritable(error, paths.folder);
      }
    },
    append: (envelope) => {
      const id = envelope.reproductionId;
      const paths = pathsOf(reproductions, id);
      return inOrder(id, async () => {
        if (!(await exists(paths.folder))) throw noReproduction(id);
        try {
          if (!committed.has(id)) await openLog(id, paths);
          const position = committed.get(id) ?? 0;
          committed.set(id, await appendLine(paths.events, position, JSON.stringify(envelope)));
          if (position === 0) await syncFolder(paths.folder);
        } catch (error) {
          throw toUnwritable(error, paths.events);
        }
      });
    },
    readAfter: (reproductionId, seq) => {
      const paths = pathsOf(reproductions, reproductionId);
      return inOrder(reproductionId, async () => {
        if (!(await exists(paths.events))) throw noReproduction(reproductionId);
        return envelopesAfter(await readLog(paths.events), seq);
      });
    },
    writeReport: async (reproductionId, text) => {
      const paths = pathsOf(reproductions, reproductionId);
      await existing(paths, reproductionId);
      await writeFileAtomically(paths.report, text);
    },
    readReport: async (reproductionId) => {
      const paths = pathsOf(reproductions, reproductionId);
      try {
        return await readFile(paths.report, 'utf8');
      } catch {
        await existing(paths, reproductionId);
        throw new RepriseError('notFound', message('errors.noReport', { id: reproductionId }), {
          what: 'report',
          id: reproductionId,
        });
      }
    },
    writeScript: async (reproductionId, script) => {
      const paths = pathsOf(reproductions, reproductionId);
      const path = scriptPath(paths, script.digest);
      await existing(paths, reproductionId);
      if (digestOf(script.text) !== script.digest) throw new TypeError('A script whose digest is not that of its text');
      // Two scripts with the same text may know different origins of their lines; the first is the one that was shown.
      if (!(await exists(path))) await writeFileAtomically(path, JSON.stringify(script));
    },
    readScript: async (reproductionId, digest) => {
      const paths = pathsOf(reproductions, reproductionId);
      const path = scriptPath(paths, digest);
      try {
        const script = Script.parse(JSON.parse(await readFile(path, 'utf8')));
        if (digestOf(script.text) === digest) return script;
      } catch {
        await existing(paths, reproductionId);
      }
      throw noScript(digest);
    },
    readDraft: (reproductionId, attemptId) => {
      const paths = pathsOf(reproductions, reproductionId);
      return inOrder(reproductionId, () => readDraft(draftPath(paths, attemptId)));
    },
    appendDraft: (reproductionId, attemptId, entry) => {
      const paths = pathsOf(reproductions, reproductionId);
      return inOrder(reproductionId, async () => {
        await existing(paths, reproductionId);
        await appendDraft(draftPath(paths, attemptId), entry);
      });
    },
    writeDraft: (reproductionId, attemptId, history) => {
      const paths = pathsOf(reproductions, reproductionId);
      return inOrder(reproductionId, async () => {
        await existing(paths, reproductionId);
        await writeDraft(draftPath(paths, attemptId), history);
      });
    },
    writeReproducer: async (reproductionId, folder, files) => {
      const paths = pathsOf(reproductions, reproductionId);
      await existing(paths, reproductionId);
      try {
        await writeBundle(paths.reproducer, folder, files);
      } catch (error) {
        throw toUnwritable(error, paths.reproducer);
      }
      return `reproducer/${folder}`;
    },
    readReproducer: async (reproductionId, folder) => {
      const paths = pathsOf(reproductions, reproductionId);
      const files = await readBundle(paths.reproducer, folder.replace(/^reproducer\//, ''));
      if (files) return files;
      throw new RepriseError('notFound', message('errors.noReproducer'), { what: 'reproducer', id: reproductionId });
    },
    remove: (reproductionId) => {
      const paths = pathsOf(reproductions, reproductionId);
      return inOrder(reproductionId, async () => {
        await existing(paths, reproductionId);
        // Renamed first, so that a kill half-way leaves no damaged reproduction but something to sweep.
        const doomed = join(reproductions, `.removed-${randomBytes(6).toString('hex')}`);
        try {
          await rename(paths.folder, doomed);
          committed.delete(reproductionId);
          await rm(doomed, { recursive: true, force: true });
        } catch (error) {
          throw toUnwritable(error, paths.folder);
        }
      });
    },
    discard: (reproductionId) => {
      const paths = pathsOf(reproductions, reproductionId);
      return inOrder(reproductionId, async () => {
        await existing(paths, reproductionId);
        try {
          const { bytes } = await measureReproduction(paths.folder);
          const trash = await moveToTrash(paths.folder, join(dataFolder, 'trash', 'reproductions'), reproductionId);
          committed.delete(reproductionId);
          return { trash, bytes };
        } catch (error) {
          throw toUnwritable(error, paths.folder);
        }
      });
    },
    measure: async (reproductionId) => {
      const paths = pathsOf(reproductions, reproductionId);
      await existing(paths, reproductionId);
      return await measureReproduction(paths.folder);
    },
    folderOf: (reproductionId) => pathsOf(reproductions, reproductionId).folder,
  };
}

async function existing(paths: ReproductionPaths, reproductionId: string): Promise<void> {
  if (!(await exists(paths.folder))) throw noReproduction(reproductionId);
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
}

async function orEmpty<T>(reading: Promise<T[]>): Promise<T[]> {
  try {
    return await reading;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
