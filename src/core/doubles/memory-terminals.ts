import type { TerminalWriter, Terminals } from '../ports/terminals';
import type { TerminalDescription } from '../../protocol/terminal';

interface Kept {
  readonly title: string;
  readonly reproductionId: string | null;
  readonly control: { write(data: string): void; resize(columns: number, rows: number): void } | null;
  bytes: Uint8Array;
  size: number;
  closed: boolean;
}

/** Terminals whose output is kept in memory. */
export function createMemoryTerminals(): Terminals {
  const kept = new Map<string, Kept>();
  const watchers = new Map<string, Set<() => void>>();

  function tell(terminalId: string): void {
    for (const listener of [...(watchers.get(terminalId) ?? [])]) listener();
  }

  function find(terminal: { readonly reproductionId: string | null; readonly terminalId: string }): Kept | null {
    const found = kept.get(terminal.terminalId);
    return found && found.reproductionId === terminal.reproductionId ? found : null;
  }

  return {
    open: async ({ terminalId, reproductionId, title, control }): Promise<TerminalWriter> => {
      const own: Kept = { title, reproductionId, control, bytes: new Uint8Array(1024), size: 0, closed: false };
      kept.set(terminalId, own);
      return {
        write: async (bytes) => {
          if (own.closed) return;
          append(own, bytes);
          tell(terminalId);
        },
        close: async () => {
          own.closed = true;
          tell(terminalId);
        },
      };
    },
    describe: async (terminal): Promise<TerminalDescription | null> => {
      const own = find(terminal);
      if (!own) return null;
      return {
        id: terminal.terminalId,
        title: own.title,
        source: own.control ? 'pty' : 'pipes',
        size: own.size,
        status: own.closed ? { kind: 'closed', size: own.size } : { kind: 'open' },
      };
    },
    read: async ({ offset, maxBytes, ...terminal }) => {
      const own = find(terminal);
      if (!own) return new Uint8Array();
      return own.bytes.slice(Math.min(offset, own.size), Math.min(offset + maxBytes, own.size));
    },
    watch: (terminalId, listener) => {
      const own = watchers.get(terminalId) ?? new Set();
      watchers.set(terminalId, own);
      own.add(listener);
      return () => {
        own.delete(listener);
        if (own.size === 0 && watchers.get(terminalId) === own) watchers.delete(terminalId);
      };
    },
    write: (terminalId, data) => {
      const own = kept.get(terminalId);
      if (own && !own.closed) own.control?.write(data);
    },
    resize: (terminalId, columns, rows) => {
      const own = kept.get(terminalId);
      if (own && !own.closed) own.control?.resize(columns, rows);
    },
  };
}

function append(own: Kept, bytes: Uint8Array): void {
  const needed = own.size + bytes.length;
  if (needed > own.bytes.length) {
    const larger = new Uint8Array(Math.max(needed, own.bytes.length * 2));
    larger.set(own.bytes.subarray(0, own.size));
    own.bytes = larger;
  }
  own.bytes.set(bytes, own.size);
  own.size = needed;
}
