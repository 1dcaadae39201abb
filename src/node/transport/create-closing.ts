/** The closing of one end of a channel, which happens once and is told once, from whichever side it comes. */
export interface Closing {
  isClosed(): boolean;
  onClose(listener: () => void): void;
  /** The channel is gone: told to the listeners now. */
  ended(): void;
  /** From this side: `release` lets the channel go, and the listeners are told after the running call. Nothing the second time. */
  close(release: () => void): void;
}

export function createClosing(): Closing {
  const listeners: (() => void)[] = [];
  let closed = false;
  let told = false;

  function ended(): void {
    closed = true;
    if (told) return;
    told = true;
    for (const listener of listeners) listener();
  }

  return {
    isClosed: () => closed,
    onClose: (listener) => void listeners.push(listener),
    ended,
    close: (release) => {
      if (closed) return;
      closed = true;
      release();
      queueMicrotask(ended);
    },
  };
}
