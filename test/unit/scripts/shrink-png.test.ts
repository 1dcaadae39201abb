import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { shrinkPng } from '../../../scripts/shrink-png.mjs';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of lines that are filtered already; `colourType` 2: RGB. */
function png(width: number, lines: readonly (readonly number[])[], colourType = 2): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(lines.length, 4);
  header.set([8, colourType, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(lines.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Colours of an indexed picture, line by line. */
function colours(picture: Buffer): number[][] {
  const find = (type: string): Buffer => {
    const at = picture.indexOf(type, 0, 'latin1');
    return picture.subarray(at + 4, at + 4 + picture.readUInt32BE(at - 4));
  };
  const palette = find('PLTE');
  const width = find('IHDR').readUInt32BE(0);
  const indexes = [...inflateSync(find('IDAT'))].filter((_value, at) => at % (width + 1) !== 0);
  return indexes.map((index) => [...palette.subarray(index * 3, index * 3 + 3)]);
}

describe('shrinkPng', () => {
  it('keeps every colour where there are few, through all filters of PNG', () => {
    const red = [250, 10, 20];
    const blue = [10, 20, 250];
    // Each line holds red and blue again, as its filter writes them: from the left, from above, their mean, the nearest.
    const lines = [
      [0, ...red, ...blue],
      [1, ...red, 16, 10, 230],
      [2, 0, 0, 0, 0, 0, 0],
      [3, 125, 5, 10, 136, 5, 115],
      [4, 0, 0, 0, 0, 0, 0],
    ];
    expect(colours(shrinkPng(png(2, lines)))).toEqual(Array.from({ length: 5 }, () => [red, blue]).flat());
  });

  it('comes down to 256 colours, near the ones that were there', () => {
    const lines = Array.from({ length: 40 }, (_line, y) => [
      0,
      ...Array.from({ length: 40 }, (_pixel, x) => [x * 6, y * 6, 128]).flat(),
    ]);
    const shown = colours(shrinkPng(png(40, lines)));
    expect(new Set(shown.map(String)).size).toBeLessThanOrEqual(256);
    const worst = Math.max(
      ...shown.map(([r = 0, g = 0], at) =>
        Math.max(Math.abs(r - (at % 40) * 6), Math.abs(g - Math.floor(at / 40) * 6)),
      ),
    );
    expect(worst).toBeLessThan(30);
  });

  it('refuses what is no PNG of a browser', () => {
    expect(() => shrinkPng(png(1, [[0, 1]], 0))).toThrow('Not a PNG');
  });
});
