import { mkdir } from 'node:fs/promises';
import type { OpenTerminal, TerminalWriter, Terminals } from '../../core/ports/terminals';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import type { TerminalDescription } from '../../protocol/terminal';
import { openLog, type LogWriter } from './append-log';
import { locateLog, type LogPlace } from './locate-log';
import { readAbout, readLog, sizeOfLog, writeAbout } from './read-log';

interface Opened {
  readonly terminal: OpenTerminal;
  readonly log: LogWriter;
}

/** Terminals on disk, below the data folder. Readers see what is on disk and nothing else. */
export function createTerminals({ dataFolder }: { readonly dataFolder: string }): Terminals {
  const opened = new Map<string, Opened>();
  const opening = new Set<string>();
  const listeners = new Map<string, Set<() => void>>();

  function tell(terminalId: string): void {
    for (const listener of [...(listeners.get(terminalId) ?? [])]) listener();
  }

  async function open(terminal: OpenTerminal): Promise<TerminalWriter> {
    const { terminalId } = terminal;
    const place = locateLog(dataFolder, terminal);
    if (opened.has(terminalId) || opening.has(terminalId)) {
      throw new RepriseError('conflict', message('terminal.openAlready', { terminalId }), {
        expected: 'closed',
        actual: 'open',
      });
    }
    opening.add(terminalId);
    try {
      const log = await prepare(place, terminal);
      opened.set(terminalId, { terminal, log });
    } finally {
      opening.delete(terminalId);
    }
    tell(terminalId);
    return writerOf(terminalId, place);
  }

  function writerOf(terminalId: string, place: LogPlace): TerminalWriter {
    const log = opened.get(terminalId)?.log;
    let failure: unknown = null;

    function end(): void {
      if (opened.get(terminalId)?.log !== log) return;
      opened.delete(terminalId);
      tell(terminalId);
    }

    return {
      write: async (bytes) => {
        if (failure !== null || bytes.length === 0) return;
        try {
          await log?.append(bytes);
          tell(terminalId);
        } catch (error) {
          failure ??= error;
          end();
        }
      },
      close: async () => {
        try {
          await log?.close();
        } catch (error) {
          failure ??= error;
        }
        end();
        if (failure !== null) throw unwritable(place, failure);
      },
    };
  }

  return {
    open,
    describe: async ({ reproductionId, terminalId }) => {
      const ours = (): Opened | null => {
        const current = opened.get(terminalId);
        return current !== undefined && current.terminal.reproductionId === reproductionId ? current : null;
      };
      const before = ours();
      if (before !== null) return describeOpen(before);
      const place = locateLog(dataFolder, { reproductionId, terminalId });
      const about = await readAbout(place, terminalId);
      const size = await sizeOfLog(place.log);
      // Looked at again: a log that is being opened lies there before its writer is known, and would pass for a closed one.
      const meanwhile = ours();
      if (meanwhile !== null) return describeOpen(meanwhile);
      if (size === null || opening.has(terminalId)) return null;
      return { id: terminalId, ...about, size, status: { kind: 'closed', size } };
    },
    read: async ({ reproductionId, terminalId, offset, maxBytes }) => {
      const { log } = locateLog(dataFolder, { reproductionId, terminalId });
      return readLog(log, offset, maxBytes);
    },
    watch: (terminalId, listener) => {
      const all = listeners.get(terminalId) ?? new Set();
      // Wrapped, so that one function given twice is told twice and ended once.
      const entry = (): void => listener();
      listeners.set(terminalId, all.add(entry));
      return () => {
        all.delete(entry);
        if (all.size === 0 && listeners.get(terminalId) === all) listeners.delete(terminalId);
      };
    },
    write: (terminalId, data) => opened.get(terminalId)?.terminal.control?.write(data),
    resize: (terminalId, columns, rows) => opened.get(terminalId)?.terminal.control?.resize(columns, rows),
  };
}

async function prepare(place: LogPlace, terminal: OpenTerminal): Promise<LogWriter> {
  try {
    await mkdir(place.folder, { recursive: true, mode: 0o700 });
    await writeAbout(place, { title: terminal.title, source: sourceOf(terminal) });
    return await openLog(place.log);
  } catch (error) {
    throw unwritable(place, error);
  }
}

function describeOpen({ terminal, log }: Opened): TerminalDescription {
  const { terminalId, title } = terminal;
  return { id: terminalId, title, source: sourceOf(terminal), size: log.size, status: { kind: 'open' } };
}

function sourceOf({ control }: OpenTerminal): TerminalDescription['source'] {
  return control === null ? 'pipes' : 'pty';
}

function unwritable(place: LogPlace, error: unknown): RepriseError<'unwritable'> {
  const full = (error as NodeJS.ErrnoException).code === 'ENOSPC';
  const key = full ? 'terminal.diskFull' : 'terminal.unwritable';
  return new RepriseError('unwritable', message(key, { path: place.log }), { path: place.log });
}
