/** Largest object that is read: what is larger is data, and no source. */
export const MOST_OBJECT_BYTES = 32 * 1024 * 1024;

/**
 * Rebuilds an object from its base and the steps of a delta (git's pack format: copy from the base, or insert). Null: the delta is
 * damaged, or makes more than is read.
 */
export function applyDelta(base: Buffer, delta: Buffer): Buffer | null {
  const from = readSize(delta, 0);
  const to = readSize(delta, from.next);
  if (from.size !== base.length || to.size > MOST_OBJECT_BYTES) return null;
  const made = Buffer.alloc(to.size);
  let at = to.next;
  let filled = 0;
  while (at < delta.length) {
    const step = delta[at] ?? 0;
    at += 1;
    if (step === 0) return null;
    if ((step & 0x80) === 0) {
      if (at + step > delta.length || filled + step > made.length) return null;
      delta.copy(made, filled, at, at + step);
      at += step;
      filled += step;
      continue;
    }
    let [offset, size] = [0, 0];
    for (let bit = 0; bit < 4; bit += 1) if (step & (1 << bit)) offset += (delta[at++] ?? 0) * 2 ** (8 * bit);
    for (let bit = 0; bit < 3; bit += 1) if (step & (0x10 << bit)) size += (delta[at++] ?? 0) * 2 ** (8 * bit);
    if (size === 0) size = 0x10000;
    if (offset + size > base.length || filled + size > made.length) return null;
    base.copy(made, filled, offset, offset + size);
    filled += size;
  }
  return filled === made.length ? made : null;
}

function readSize(bytes: Buffer, start: number): { readonly size: number; readonly next: number } {
  let [size, shift, at] = [0, 0, start];
  for (;;) {
    const byte = bytes[at] ?? 0;
    at += 1;
    size += (byte & 0x7f) * 2 ** shift;
    shift += 7;
    if ((byte & 0x80) === 0 || at >= bytes.length) return { size, next: at };
  }
}
