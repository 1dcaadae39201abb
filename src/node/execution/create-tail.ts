import type { StreamSummary } from '../../protocol/execution';

/** Bytes of a stream that its summary keeps. */
export const TAIL_BYTES = 64 * 1024;

export interface Tail {
  push(bytes: Uint8Array): void;
  summary(): StreamSummary;
}

/** Counts a stream and keeps its end. */
export function createTail(): Tail {
  let bytes = 0;
  let kept = Buffer.alloc(0);
  return {
    push: (chunk) => {
      bytes += chunk.length;
      const fresh = chunk.length > TAIL_BYTES ? chunk.subarray(chunk.length - TAIL_BYTES) : chunk;
      const both = Buffer.concat([kept, fresh]);
      kept = both.length > TAIL_BYTES ? both.subarray(both.length - TAIL_BYTES) : both;
    },
    summary: () => ({ bytes, tail: decode(kept, bytes > kept.length) }),
  };
}

/** Text of bytes that may begin in the middle of a letter. What is no UTF-8 becomes U+FFFD. */
function decode(kept: Buffer, wasCut: boolean): string {
  let start = 0;
  while (wasCut && start < 3 && ((kept[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(kept.subarray(start));
}
