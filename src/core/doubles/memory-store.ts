import { RepriseError } from '../../protocol/errors';
import { emptyDraft, foldDraft, type DraftHistory } from '../../protocol/draft';
import type { EventEnvelope } from '../../protocol/reproduction/events';
import { emptyState, reduceReproduction } from '../../protocol/reproduction/reduce';
import type { Script } from '../../protocol/script';
import type { RunStore } from '../ports/run-store';

type Files = readonly { readonly path: string; readonly text: string }[];

interface Folder {
  readonly envelopes: EventEnvelope[];
  readonly scripts: Map<string, Script>;
  readonly reproducers: Map<string, Files>;
  readonly drafts: Map<string, DraftHistory>;
  report: string | null;
}

/** Keeps reproductions in memory, with the manners of the one on disk: what is handed over is copied as JSON. */
export function createMemoryStore(): RunStore {
  const folders = new Map<string, Folder>();
  const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

  function folder(id: string): Folder {
    const found = folders.get(id);
    if (!found) throw new RepriseError('notFound', `There is no reproduction ${id}.`, { what: 'reproduction', id });
    return found;
  }

  function present<T>(value: T | null | undefined, what: string, id: string): T {
    if (value === null || value === undefined)
      throw new RepriseError('notFound', `There is no ${what} ${id}.`, { what, id });
    return value;
  }

  return {
    list: async () => [...folders.keys()],
    load: async (id) => ({
      kind: 'whole',
      state: copy(folder(id).envelopes).reduce(reduceReproduction, emptyState(id)),
      torn: 0,
    }),
    create: async (id) => {
      folders.set(id, { envelopes: [], scripts: new Map(), reproducers: new Map(), drafts: new Map(), report: null });
    },
    append: async (envelope) => {
      folder(envelope.reproductionId).envelopes.push(copy(envelope));
    },
    readAfter: async (id, seq) => copy(folder(id).envelopes.filter((envelope) => envelope.seq > seq)),
    writeReport: async (id, text) => {
      folder(id).report = text;
    },
    readReport: async (id) => present(folder(id).report, 'report', id),
    writeScript: async (id, script) => {
      folder(id).scripts.set(script.digest, copy(script));
    },
    readScript: async (id, digest) => copy(present(folder(id).scripts.get(digest), 'script', digest)),
    readDraft: async (id, attemptId) => copy(folder(id).drafts.get(attemptId) ?? emptyDraft),
    appendDraft: async (id, attemptId, entry) => {
      const { drafts } = folder(id);
      drafts.set(attemptId, foldDraft(drafts.get(attemptId) ?? emptyDraft, copy(entry)));
    },
    writeDraft: async (id, attemptId, history) => {
      folder(id).drafts.set(attemptId, copy(history));
    },
    writeReproducer: async (id, name, files) => {
      folder(id).reproducers.set(name, copy(files));
      return `reproducer/${name}`;
    },
    readReproducer: async (id, name) =>
      copy(present(folder(id).reproducers.get(name.replace(/^reproducer\//, '')), 'reproducer', name)),
    remove: async (id) => {
      folders.delete(id);
    },
    discard: async (id) => {
      folder(id);
      folders.delete(id);
      return { trash: `/memory/trash/${id}`, bytes: 0 };
    },
    measure: async (id) => {
      const bytes = JSON.stringify(folder(id).envelopes).length;
      return { bytes, parts: [{ part: 'record', bytes }] };
    },
    folderOf: (id) => `/memory/${id}`,
  };
}
