import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutMark } from '../../../../src/node/process/cut-mark';

const mark = '\x1eabcab:';

function feed(bytes: Buffer, sizes: readonly number[]) {
  const cutter = cutMark(mark);
  const out: Buffer[] = [];
  let from = 0;
  for (const size of [...sizes, bytes.length]) {
    out.push(Buffer.from(cutter.push(bytes.subarray(from, from + size))));
    from += size;
  }
  out.push(Buffer.from(cutter.rest()));
  return { output: Buffer.concat(out), code: cutter.code() };
}

const noise = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes));
/** Output full of beginnings of the mark, but never the whole. */
const output = fc
  .array(
    fc.oneof(
      noise,
      fc.integer({ min: 1, max: mark.length - 1 }).map((n) => Buffer.from(mark.slice(0, n))),
    ),
  )
  .map((parts) => Buffer.concat(parts))
  .filter((bytes) => !bytes.includes(mark));
const sizes = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 40 });

test('the mark, its code and all behind it are cut, wherever the stream is split', () => {
  fc.assert(
    fc.property(output, noise, fc.integer({ min: 0, max: 255 }), sizes, (before, after, code, split) => {
      const end = Buffer.from(`${mark}${code};`);
      fc.pre(Buffer.concat([before, end]).indexOf(mark) === before.length);
      const result = feed(Buffer.concat([before, end, after]), split);
      expect(result).toEqual({ output: before, code });
    }),
  );
});

test('without a mark everything is output', () => {
  fc.assert(
    fc.property(output, sizes, (bytes, split) => {
      expect(feed(bytes, split)).toEqual({ output: bytes, code: null });
    }),
  );
});

test('output is handed on at once, but for what could be the beginning of a mark', () => {
  const cutter = cutMark(mark);
  expect(cutter.push(Buffer.from('progress 1%\r')).toString()).toBe('progress 1%\r');
  expect(cutter.push(Buffer.from(`x${mark.slice(0, 3)}`)).toString()).toBe('x');
  expect(cutter.push(Buffer.from('y')).toString()).toBe(`${mark.slice(0, 3)}y`);
});
