import type { TerminalDescription } from '../../protocol/terminal';

/** Where the bytes of a run or an installation go. Bytes are on disk before a reader sees them. */
export interface TerminalWriter {
  /** Never throws; a full disk ends the terminal, and `close` then rejects. Resolves when the producer may go on. */
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves when all is on disk. */
  close(): Promise<void>;
}

export interface OpenTerminal {
  readonly terminalId: string;
  /** Null: belongs to the application, not to a reproduction. */
  readonly reproductionId: string | null;
  readonly title: string;
  /** Takes keys and sizes; null for pipes. */
  readonly control: { write(data: string): void; resize(columns: number, rows: number): void } | null;
}

/** Terminals with their whole output on disk. Readers pull, so a slow one costs nothing but its own lag. */
export interface Terminals {
  open(terminal: OpenTerminal): Promise<TerminalWriter>;
  /** Also for terminals of earlier runs of the program. Null: never was. */
  describe(terminal: {
    readonly reproductionId: string | null;
    readonly terminalId: string;
  }): Promise<TerminalDescription | null>;
  /** At most `maxBytes` from `offset`; empty at the end of what is there. */
  read(terminal: {
    readonly reproductionId: string | null;
    readonly terminalId: string;
    readonly offset: number;
    readonly maxBytes: number;
  }): Promise<Uint8Array>;
  /** Calls the listener after growth and after closing. Returns a function that ends it. */
  watch(terminalId: string, listener: () => void): () => void;
  /** Keys for an open pty; without effect on pipes and closed terminals. */
  write(terminalId: string, data: string): void;
  resize(terminalId: string, columns: number, rows: number): void;
}
