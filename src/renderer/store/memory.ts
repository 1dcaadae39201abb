import { documentNames, freshView, type View } from './app-state';

/** What outlives a reload of the page: which reproduction, what of it, and unkept edits. */
export interface Memory {
  readDrafts(): Readonly<Record<string, string>>;
  writeDrafts(drafts: Readonly<Record<string, string>>): void;
  /** A report that was pasted and is no reproduction yet. */
  readPasted(): { readonly name: string; readonly text: string } | null;
  writePasted(pasted: { readonly name: string; readonly text: string } | null): void;
  readOpened(): { readonly id: string; readonly view: View } | null;
  writeOpened(id: string | null, view: View): void;
}

type Shelf = Pick<Storage, 'getItem' | 'setItem'>;

/** Keeps things on a shelf such as `sessionStorage`. A full or forbidden shelf costs only the memory, never the work. */
export function createMemory(shelf: Shelf): Memory {
  const read = (key: string): unknown => {
    try {
      return JSON.parse(shelf.getItem(key) ?? 'null');
    } catch {
      return null;
    }
  };
  const write = (key: string, value: unknown): void => {
    try {
      shelf.setItem(key, JSON.stringify(value));
    } catch {
      return;
    }
  };
  return {
    readDrafts: () => {
      const kept = read('reprise.drafts');
      if (!isRecord(kept)) return {};
      return Object.fromEntries(
        Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      );
    },
    writeDrafts: (drafts) => write('reprise.drafts', drafts),
    readPasted: () => {
      const kept = read('reprise.pasted');
      if (!isRecord(kept) || typeof kept['name'] !== 'string' || typeof kept['text'] !== 'string') return null;
      return { name: kept['name'], text: kept['text'] };
    },
    writePasted: (pasted) => write('reprise.pasted', pasted),
    readOpened: () => {
      const kept = read('reprise.opened');
      if (!isRecord(kept) || typeof kept['id'] !== 'string') return null;
      const document = documentNames.find((name) => name === kept['document']) ?? null;
      const attemptId = typeof kept['attemptId'] === 'string' ? kept['attemptId'] : null;
      return { id: kept['id'], view: { ...freshView, document, attemptId } };
    },
    writeOpened: (id, view) =>
      write('reprise.opened', id === null ? null : { id, document: view.document, attemptId: view.attemptId }),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
