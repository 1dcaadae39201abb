/**
 * A two-way channel of frames, in order, without loss while it is open. Frames are plain values that survive JSON.
 * `send` after `close` does nothing. `onClose` fires once, also for a close from this side. No call throws.
 */
export interface Transport<Outgoing, Incoming> {
  send(frame: Outgoing): void;
  onMessage(listener: (frame: Incoming) => void): void;
  onClose(listener: () => void): void;
  close(): void;
}

/** Two ends of one channel in process. Each frame crosses as JSON, so that nothing is shared by reference. */
export function createTransportPair<A, B>(schedule: (run: () => void) => void): [Transport<A, B>, Transport<B, A>] {
  const ends = [createEnd(), createEnd()] as const;
  return [connect<A, B>(ends[0], ends[1]), connect<B, A>(ends[1], ends[0])];

  function connect<O, I>(own: End, other: End): Transport<O, I> {
    return {
      send: (frame) => {
        if (own.closed) return;
        const text = JSON.stringify(frame);
        schedule(() => {
          if (!other.closed) for (const listener of other.messages) listener(JSON.parse(text));
        });
      },
      onMessage: (listener) => own.messages.push(listener as (frame: unknown) => void),
      onClose: (listener) => own.closes.push(listener),
      close: () => {
        if (own.closed) return;
        own.closed = true;
        // The other end closes in its turn, after what was sent to it before.
        schedule(() => {
          for (const listener of own.closes) listener();
          if (other.closed) return;
          other.closed = true;
          for (const listener of other.closes) listener();
        });
      },
    };
  }
}

interface End {
  closed: boolean;
  readonly messages: ((frame: unknown) => void)[];
  readonly closes: (() => void)[];
}

function createEnd(): End {
  return { closed: false, messages: [], closes: [] };
}
