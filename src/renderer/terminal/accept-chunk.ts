import type { TerminalChunk } from '../../protocol/terminal';
import { decodeBase64 } from './decode-base64';

/** What a chunk means to a reader that has everything before `nextOffset`. */
export type Accepted =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly nextOffset: number }
  /** Seen before. */
  | { readonly kind: 'old' }
  /** Bytes in between are lacking: attach anew from `nextOffset`. */
  | { readonly kind: 'gap' };

/** Takes the part of a chunk that the reader has not seen yet. */
export function acceptChunk(nextOffset: number, chunk: TerminalChunk): Accepted {
  const bytes = decodeBase64(chunk.data);
  const end = chunk.offset + bytes.length;
  if (chunk.offset > nextOffset) return { kind: 'gap' };
  if (end <= nextOffset) return { kind: 'old' };
  return { kind: 'bytes', bytes: bytes.subarray(nextOffset - chunk.offset), nextOffset: end };
}
