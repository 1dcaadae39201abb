import { readFile } from 'node:fs/promises';
import { message } from '../../protocol/catalogue/catalogue';
import type { EventEnvelope } from '../../protocol/reproduction/events';
import { liftEvent } from '../../protocol/reproduction/lift-event';
import { EVENT_VERSION } from '../../protocol/reproduction/events';
import { emptyState, reduceReproduction } from '../../protocol/reproduction/reduce';
import type { ReproductionState } from '../../protocol/reproduction/state';

const NEWLINE = 0x0a;

/** A log cut into its lines. `committed` is the size in bytes up to and with the last whole line; what follows is torn. */
export interface LogLines {
  readonly bytes: Buffer;
  readonly lines: readonly { readonly start: number; readonly end: number }[];
  readonly committed: number;
}

/**
 * Reads a log. An event is committed by its newline, so bytes after the last one belong to a write that never ended;
 * so does a last line that is no JSON, which a power cut leaves as zeros. Errors: those of the system.
 */
export async function readLog(path: string): Promise<LogLines> {
  const bytes = await readFile(path);
  const lines: { start: number; end: number }[] = [];
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    lines.push({ start, end });
    start = end + 1;
  }
  const last = lines.at(-1);
  if (last && parseLine(bytes, last) === undefined) {
    lines.pop();
    start = last.start;
  }
  return { bytes, lines, committed: start };
}

/** The value of a line; undefined where it is no JSON. */
function parseLine(bytes: Buffer, line: { readonly start: number; readonly end: number }): unknown {
  try {
    return JSON.parse(bytes.toString('utf8', line.start, line.end));
  } catch {
    return undefined;
  }
}

export type FoldedLog =
  { readonly kind: 'whole'; readonly state: ReproductionState } | { readonly kind: 'damaged'; readonly reason: string };

/** Folds all whole lines. The reason of a damage is half a sentence for people. */
export function foldLog(reproductionId: string, log: LogLines): FoldedLog {
  if (log.lines.length === 0) return { kind: 'damaged', reason: message('errors.damagedEmpty') };
  let state = emptyState(reproductionId);
  for (const [index, line] of log.lines.entries()) {
    const value = parseLine(log.bytes, line);
    const envelope = lift(value);
    if (!envelope) {
      const reason = isNewer(value)
        ? message('errors.damagedNewer')
        : message('errors.damagedLine', { line: String(index + 1) });
      return { kind: 'damaged', reason };
    }
    if (envelope.reproductionId !== reproductionId || envelope.seq !== state.seq + 1) {
      return { kind: 'damaged', reason: message('errors.damagedOrder', { line: String(index + 1) }) };
    }
    state = reduceReproduction(state, envelope);
  }
  return { kind: 'whole', state };
}

/** Envelopes after `seq`: since `seq` has no gaps, the n-th line holds the event n. Errors: throws on a damaged line. */
export function envelopesAfter(log: LogLines, seq: number): readonly EventEnvelope[] {
  return log.lines.slice(seq).map((line) => liftEvent(parseLine(log.bytes, line)));
}

function lift(value: unknown): EventEnvelope | null {
  try {
    return liftEvent(value);
  } catch {
    return null;
  }
}

function isNewer(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'v' in value &&
    typeof value.v === 'number' &&
    value.v > EVENT_VERSION
  );
}
