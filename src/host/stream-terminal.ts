import type { Terminals } from '../core/ports/terminals';
import type { HostFrame } from '../protocol/frame';
import { HIGH_WATER_BYTES, LOW_WATER_BYTES, type TerminalDescription } from '../protocol/terminal';
import { badInput } from './refusals';

/** Bytes in one frame: small enough that keys and events pass between. */
const CHUNK_BYTES = 32 * 1024;

/** A terminal as one client reads it. */
export interface TerminalStream {
  /** Begins to send. */
  start(): void;
  /** The client has dealt with all bytes before `offset`. Errors: throws `badInput` beyond what was sent. */
  acknowledge(offset: number): void;
  end(): void;
}

/**
 * Sends a terminal's bytes from an offset on. What the client has not acknowledged never exceeds HIGH_WATER_BYTES; once
 * there, sending goes on below LOW_WATER_BYTES. The bytes lie on disk, so a slow client holds up nobody.
 */
export function streamTerminal(options: {
  readonly terminals: Pick<Terminals, 'read' | 'watch' | 'describe'>;
  readonly reproductionId: string | null;
  readonly terminalId: string;
  readonly offset: number;
  /** What the client was told of it on attaching; null: it had not been opened. */
  readonly told: TerminalDescription | null;
  readonly send: (frame: HostFrame) => void;
  readonly onFault: (error: unknown) => void;
}): TerminalStream {
  const { terminals, terminalId, reproductionId, send } = options;
  let sent = options.offset;
  let acknowledged = options.offset;
  let blocked = false;
  let ended = false;
  let pumping = false;
  let again = false;
  let toldClosed = false;
  let toldTitle = options.told?.title ?? null;
  let unwatch: () => void = () => undefined;

  async function pump(): Promise<void> {
    if (ended) return;
    if (pumping) {
      again = true;
      return;
    }
    pumping = true;
    try {
      do {
        again = false;
        await sendWhatThereIs();
      } while (again && !ended);
    } catch (error) {
      ended = true;
      unwatch();
      options.onFault(error);
    } finally {
      pumping = false;
    }
  }

  async function sendWhatThereIs(): Promise<void> {
    while (!ended && !blocked) {
      const room = HIGH_WATER_BYTES - (sent - acknowledged);
      const bytes = await terminals.read({
        reproductionId,
        terminalId,
        offset: sent,
        maxBytes: Math.min(CHUNK_BYTES, room),
      });
      if (ended) return;
      if (bytes.length === 0) return await tellChange();
      send({ kind: 'chunk', chunk: { terminalId, offset: sent, data: Buffer.from(bytes).toString('base64') } });
      sent += bytes.length;
      blocked = sent - acknowledged >= HIGH_WATER_BYTES;
    }
  }

  /** Tells the client that the terminal has been opened, or that it is closed and all its bytes were sent. */
  async function tellChange(): Promise<void> {
    const terminal = await terminals.describe({ reproductionId, terminalId });
    if (ended || !terminal) return;
    const isClosed = terminal.status.kind === 'closed' && terminal.status.size <= sent;
    if (isClosed ? toldClosed : toldTitle === terminal.title) return;
    toldClosed = isClosed;
    toldTitle = terminal.title;
    send({ kind: 'terminal', terminal });
  }

  return {
    start: () => {
      if (ended) return;
      unwatch = terminals.watch(terminalId, () => void pump());
      void pump();
    },
    acknowledge: (offset) => {
      if (offset > sent) throw badInput('offset', 'errors.acknowledgedTooMuch');
      acknowledged = Math.max(acknowledged, offset);
      if (blocked && sent - acknowledged < LOW_WATER_BYTES) {
        blocked = false;
        void pump();
      }
    },
    end: () => {
      ended = true;
      unwatch();
    },
  };
}
