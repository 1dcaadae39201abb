import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { MOST_BYTES } from './list-sources';

export type ReadSource =
  | { readonly kind: 'text'; readonly text: string; readonly size: number; readonly changedMs: number }
  | { readonly kind: 'binary' | 'unreadable' };

/** Reads a file of a project for the index: without following a link, without waiting on a pipe, in whatever encoding old code has. */
export function readSource(project: string, path: string): ReadSource {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(join(project, path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = fstatSync(descriptor);
    const { size, ctimeMs: changedMs } = stat;
    if (!stat.isFile() || size > MOST_BYTES) return { kind: 'unreadable' };
    const bytes = Buffer.alloc(size);
    let read = 0;
    while (read < size) {
      const count = readSync(descriptor, bytes, read, size - read, read);
      if (count === 0) break;
      read += count;
    }
    const text = decodeSource(bytes.subarray(0, read));
    return text === null ? { kind: 'binary' } : { kind: 'text', text, size, changedMs };
  } catch {
    return { kind: 'unreadable' };
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

/** UTF-8, UTF-16 with its mark, else Latin-1, where every byte is a character. Null: these bytes are no text. */
export function decodeSource(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.subarray(2).toString('utf16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    const even = bytes.subarray(2, bytes.length - (bytes.length % 2));
    return Buffer.from(even).swap16().toString('utf16le');
  }
  if (bytes.includes(0)) return null;
  const text = bytes.toString('utf8');
  return text.includes('\uFFFD') ? decodeStrict(bytes) : text;
}

function decodeStrict(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}
