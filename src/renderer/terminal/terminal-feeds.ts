import type { Client } from '../../protocol/client';
import type { TerminalChunk, TerminalDescription } from '../../protocol/terminal';
import { acceptChunk } from './accept-chunk';

/** Where the bytes of one terminal go. `done` is called once the bytes are on the screen. */
export interface TerminalSink {
  write(bytes: Uint8Array, done: () => void): void;
  describe(terminal: TerminalDescription): void;
  fail(message: string): void;
}

/** Feeds of the terminals that are on the screen. */
export interface TerminalFeeds {
  /** Shows a terminal from its first byte. Returns a function that ends the feed. */
  open(terminalId: string, sink: TerminalSink): () => void;
  onChunk(chunk: TerminalChunk): void;
  onTerminal(terminal: TerminalDescription): void;
  /** After a new connection: goes on where each feed stood. */
  attachAll(): void;
}

interface Feed {
  readonly terminalId: string;
  readonly sink: TerminalSink;
  nextOffset: number;
}

/** Acknowledges only what has been drawn, so that a fast run cannot flood the page. */
export function createTerminalFeeds(client: () => Client | null): TerminalFeeds {
  const feeds = new Set<Feed>();

  const attach = async (feed: Feed): Promise<void> => {
    try {
      const terminal = await client()?.call('terminal/attach', {
        terminalId: feed.terminalId,
        offset: feed.nextOffset,
      });
      if (terminal && feeds.has(feed)) feed.sink.describe(terminal);
    } catch (error) {
      // A lost connection is told elsewhere, and attachAll follows it.
      if (feeds.has(feed) && client()) feed.sink.fail(error instanceof Error ? error.message : String(error));
    }
  };

  const take = (feed: Feed, chunk: TerminalChunk): void => {
    const accepted = acceptChunk(feed.nextOffset, chunk);
    if (accepted.kind === 'gap') return void attach(feed);
    if (accepted.kind === 'old') return;
    feed.nextOffset = accepted.nextOffset;
    feed.sink.write(accepted.bytes, () => {
      if (!feeds.has(feed)) return;
      const { terminalId } = feed;
      client()
        ?.call('terminal/acknowledge', { terminalId, offset: accepted.nextOffset })
        .catch(() => undefined);
    });
  };

  return {
    open: (terminalId, sink) => {
      const feed: Feed = { terminalId, sink, nextOffset: 0 };
      feeds.add(feed);
      void attach(feed);
      return () => {
        feeds.delete(feed);
        if ([...feeds].some((other) => other.terminalId === terminalId)) return;
        client()
          ?.call('terminal/detach', { terminalId })
          .catch(() => undefined);
      };
    },
    onChunk: (chunk) => {
      for (const feed of [...feeds]) if (feed.terminalId === chunk.terminalId) take(feed, chunk);
    },
    onTerminal: (terminal) => {
      for (const feed of [...feeds]) if (feed.terminalId === terminal.id) feed.sink.describe(terminal);
    },
    attachAll: () => {
      for (const feed of [...feeds]) void attach(feed);
    },
  };
}
