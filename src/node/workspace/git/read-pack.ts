import { open, readFile, type FileHandle } from 'node:fs/promises';
import { inflate } from 'node:zlib';
import { promisify } from 'node:util';
import { applyDelta, MOST_OBJECT_BYTES } from './apply-delta';
import type { GitObject, ObjectType } from './git-object';

const inflated = promisify(inflate);
/** An index is read whole, so a larger one is left alone: some ten million objects. */
const MOST_INDEX_BYTES = 400 * 1024 * 1024;
/** Deltas on deltas; git itself makes chains of 50, or of 250 where it is told to. */
const LONGEST_CHAIN = 4096;
const types: Readonly<Record<number, ObjectType>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };

/** A pack of objects with its index. */
export interface Pack {
  /** Null: it is not in this pack. */
  find(id: string): number | null;
  /** Ids that begin so, at most two. */
  startingWith(prefix: string): readonly string[];
  read(offset: number, readBase: (id: string) => Promise<GitObject | null>): Promise<GitObject | null>;
  close(): Promise<void>;
}

/** Opens `<path>.pack` by its index of version 2. Null: it is none that can be read. */
export async function openPack(path: string): Promise<Pack | null> {
  const index = await readFile(`${path}.idx`).catch(() => null);
  if (index === null || index.length > MOST_INDEX_BYTES || index.length < 1032) return null;
  if (index.readUInt32BE(0) !== 0xff744f63 || index.readUInt32BE(4) !== 2) return null;
  const count = index.readUInt32BE(8 + 255 * 4);
  const [names, offsets] = [1032, 1032 + count * 24];
  if (index.length < offsets + count * 4) return null;
  const file = await open(`${path}.pack`, 'r').catch(() => null);
  if (file === null) return null;

  const nameAt = (at: number): string => index.toString('hex', names + at * 20, names + at * 20 + 20);
  /** Place of the first name that is not before this one. */
  const lowerBound = (name: string): number => {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (nameAt(middle) < name) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const offsetAt = (at: number): number => {
    const offset = index.readUInt32BE(offsets + at * 4);
    if (offset < 0x80000000) return offset;
    const large = offsets + count * 4 + (offset - 0x80000000) * 8;
    return large + 8 <= index.length ? Number(index.readBigUInt64BE(large)) : -1;
  };

  return {
    find: (id) => {
      const at = lowerBound(id);
      return at < count && nameAt(at) === id ? offsetAt(at) : null;
    },
    startingWith: (prefix) => {
      const at = lowerBound(prefix);
      return [at, at + 1].filter((one) => one < count && nameAt(one).startsWith(prefix)).map(nameAt);
    },
    read: (offset, readBase) => readAt(file, offset, readBase),
    close: () => file.close(),
  };
}

interface Entry {
  readonly kind: number;
  readonly body: Buffer;
  /** Where its base begins, or which object that is. */
  readonly base: number | string | null;
}

async function readAt(
  file: FileHandle,
  start: number,
  readBase: (id: string) => Promise<GitObject | null>,
): Promise<GitObject | null> {
  const deltas: Buffer[] = [];
  let offset = start;
  for (let depth = 0; depth < LONGEST_CHAIN; depth += 1) {
    const entry = await readEntry(file, offset);
    if (entry === null) return null;
    if (entry.base === null) {
      const type = types[entry.kind];
      return type === undefined ? null : applyAll({ type, data: entry.body }, deltas);
    }
    deltas.push(entry.body);
    if (typeof entry.base === 'string') {
      const base = await readBase(entry.base);
      return base === null ? null : applyAll(base, deltas);
    }
    offset = entry.base;
  }
  return null;
}

function applyAll(base: GitObject, deltas: readonly Buffer[]): GitObject | null {
  let data: Buffer | null = base.data;
  for (const delta of [...deltas].reverse()) {
    data = applyDelta(data, delta);
    if (data === null) return null;
  }
  return { type: base.type, data };
}

/** Header of an entry: three bits of kind, a size in groups of seven bits, and for a delta where its base is. */
async function readEntry(file: FileHandle, offset: number): Promise<Entry | null> {
  if (offset < 12) return null;
  const head = await readBytes(file, offset, 64);
  let at = 0;
  let byte = head[at++] ?? 0;
  const kind = (byte >> 4) & 7;
  let size = byte & 15;
  for (let shift = 4; byte & 0x80 && at < head.length; shift += 7) {
    byte = head[at++] ?? 0;
    size += (byte & 0x7f) * 2 ** shift;
  }
  if (size > MOST_OBJECT_BYTES) return null;
  let base: Entry['base'] = null;
  if (kind === 6) {
    byte = head[at++] ?? 0;
    let back = byte & 0x7f;
    while (byte & 0x80 && at < head.length) {
      byte = head[at++] ?? 0;
      back = (back + 1) * 128 + (byte & 0x7f);
    }
    base = offset - back;
  } else if (kind === 7) {
    base = head.toString('hex', at, at + 20);
    at += 20;
  }
  // Packed bytes are never much more than the object; what follows them is passed over.
  const packed = await readBytes(file, offset + at, size + Math.ceil(size / 500) + 256);
  const body = await inflated(packed, { maxOutputLength: Math.max(size, 1) }).catch(() => null);
  return body === null || body.length !== size ? null : { kind, body, base };
}

async function readBytes(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
  return buffer.subarray(0, bytesRead);
}
