/** Longest exit code behind a mark, with its end: `255;`. */
const LONGEST_CODE = 4;

export interface MarkCutter {
  /** Gives the part of the bytes that is surely output of the program. */
  push(bytes: Buffer): Buffer;
  /** Exit code that stood behind the mark; null: the mark has not come. */
  code(): number | null;
  /** What was held back and turned out to be output after all, where the mark never came. */
  rest(): Buffer;
}

/** Finds `<mark><code>;` in a stream, split anywhere. Nothing of it, or of what follows it, is given as output. */
export function cutMark(mark: string): MarkCutter {
  const wanted = Buffer.from(mark, 'latin1');
  let held = Buffer.alloc(0);
  let code: number | null = null;

  return {
    push: (bytes) => {
      if (code !== null) return Buffer.alloc(0);
      held = Buffer.concat([held, bytes]);
      const at = held.indexOf(wanted);
      if (at >= 0) {
        const match = /^(\d{1,3});/.exec(
          held.subarray(at + wanted.length, at + wanted.length + LONGEST_CODE).toString(),
        );
        if (match === null) return take(at);
        code = Number(match[1]);
        return take(at);
      }
      return take(held.length - beginningAtEnd(held, wanted));
    },
    code: () => code,
    rest: () => (code === null ? take(held.length) : Buffer.alloc(0)),
  };

  function take(length: number): Buffer {
    const given = held.subarray(0, length);
    held = held.subarray(length);
    return given;
  }
}

/** How many of the last bytes could be the beginning of what is looked for. */
function beginningAtEnd(bytes: Buffer, wanted: Buffer): number {
  for (let length = Math.min(bytes.length, wanted.length - 1); length > 0; length -= 1) {
    if (bytes.subarray(bytes.length - length).equals(wanted.subarray(0, length))) return length;
  }
  return 0;
}
