import { type ExecutionRecord, RecordLine } from '../../protocol/record/record';
import { readThreads } from './read-threads';

/** Longest line that the runner writes is 4,000,000 characters. */
const MAX_LINE_BYTES = 6 * 1024 * 1024;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_STACKS_BYTES = 256 * 1024;
const NEWLINE = 0x0a;
const OPENING_BRACE = 0x7b;

export interface RecordLimits {
  /** What each line must begin with, a blank after it; it is known to the runner alone. Absent: nothing. */
  readonly key?: string;
  /** Bytes of one line, its end not counted. */
  readonly maxLineBytes?: number;
  /** Bytes of all lines that are kept. Warnings and metrics may take seven eighths, so that the end of a run still fits. */
  readonly maxBytes?: number;
}

export interface RecordReader {
  /** Takes the next bytes, split anywhere. Never throws. */
  push(bytes: Uint8Array): void;
  /** From now on bytes that are none of the runner's lines are taken as the stacks that it was asked for. */
  expectThreads(atMs: number): void;
  /** Gives what was read. A last line without its end is torn and dropped. */
  finish(): ExecutionRecord;
}

/**
 * Reads the runner's JSON lines from untrusted bytes, in time linear in them.
 * Torn, foreign and over-limit lines, second headers, lines before the header and lines after `finished` are counted in
 * `dropped`.
 */
export function createRecordReader(limits: RecordLimits = {}): RecordReader {
  const maxLineBytes = limits.maxLineBytes ?? MAX_LINE_BYTES;
  const maxBytes = limits.maxBytes ?? MAX_BYTES;
  const lines: RecordLine[] = [];
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let dropped = 0;
  let keptBytes = 0;
  let ended = false;
  let asked: { readonly atMs: number; text: string } | null = null;
  /** The start of a line whose end has not come: its first `min(heldBytes, maxLineBytes)` bytes are of worth. */
  let held = new Uint8Array(0);
  let heldBytes = 0;

  const mayFollow = (line: RecordLine): boolean => !ended && (line.type === 'header') === (lines.length === 0);

  const start = Buffer.from(limits.key === undefined ? '' : `${limits.key} `);

  const take = (bytes: Uint8Array): void => {
    const isOurs = start.equals(bytes.subarray(0, start.length));
    const isStack = asked !== null && (start.length > 0 ? !isOurs : bytes[0] !== OPENING_BRACE);
    if (asked !== null && isStack) {
      if (asked.text.length < MAX_STACKS_BYTES) asked.text += `${new TextDecoder().decode(bytes)}\n`;
      return;
    }
    const line = isOurs ? parseLine(bytes.subarray(start.length), (raw) => decoder.decode(raw)) : null;
    if (line === null || !mayFollow(line) || keptBytes + bytes.length > budgetOf(line, maxBytes)) {
      dropped += 1;
      return;
    }
    keptBytes += bytes.length;
    ended = line.type === 'finished';
    lines.push(line);
  };

  const hold = (bytes: Uint8Array): void => {
    const total = heldBytes + bytes.length;
    if (total <= maxLineBytes) {
      if (total > held.length) held = grown(held, heldBytes, Math.min(maxLineBytes, total * 2));
      held.set(bytes, heldBytes);
    }
    heldBytes = total;
  };

  const endLine = (bytes: Uint8Array): void => {
    if (heldBytes > 0) hold(bytes);
    const length = heldBytes > 0 ? heldBytes : bytes.length;
    if (length > maxLineBytes) dropped += 1;
    else take(heldBytes > 0 ? held.subarray(0, length) : bytes);
    heldBytes = 0;
  };

  return {
    push(bytes) {
      let start = 0;
      for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
        endLine(bytes.subarray(start, end));
        start = end + 1;
      }
      if (start < bytes.length) hold(bytes.subarray(start));
    },
    expectThreads(atMs) {
      asked ??= { atMs, text: '' };
    },
    finish() {
      const torn = heldBytes > 0 ? 1 : 0;
      const threads = asked === null ? [] : readThreads(asked.text);
      if (asked === null || threads.length === 0) return { lines: [...lines], dropped: dropped + torn };
      const told: RecordLine = { type: 'threads', atMs: asked.atMs, threads: [...threads] };
      const last = ended ? lines.length - 1 : lines.length;
      return { lines: [...lines.slice(0, last), told, ...lines.slice(last)], dropped: dropped + torn };
    },
  };
}

function budgetOf(line: RecordLine, maxBytes: number): number {
  return line.type === 'warning' || line.type === 'metric' ? Math.floor((maxBytes / 8) * 7) : maxBytes;
}

function parseLine(bytes: Uint8Array, decode: (bytes: Uint8Array) => string): RecordLine | null {
  try {
    const parsed = RecordLine.safeParse(JSON.parse(decode(bytes)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function grown(bytes: Uint8Array, used: number, capacity: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(capacity);
  larger.set(bytes.subarray(0, used));
  return larger;
}
