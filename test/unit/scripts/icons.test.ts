import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..', '..', '..');
const folder = path.join(root, 'resources', 'icons');
const read = (name: string): Buffer => readFileSync(path.join(folder, name));

/** Width and height that a PNG tells. Throws where it is none. */
function sidesOf(png: Buffer): readonly [number, number] {
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

describe('the icon', () => {
  it('is there in each size that its name tells', () => {
    const pictures = readdirSync(folder).filter((name) => name.endsWith('.png'));
    expect(pictures.length).toBeGreaterThan(5);
    for (const name of pictures) {
      const side = Number(name.split('x')[0]);
      expect([name, sidesOf(read(name))]).toEqual([name, [side, side]]);
    }
  });

  it('is in the container of Windows, from 16 to 256 pixels', () => {
    const ico = read('icon.ico');
    const sides = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
      const at = 6 + 16 * index;
      const start = ico.readUInt32LE(at + 12);
      const [side] = sidesOf(ico.subarray(start, start + ico.readUInt32LE(at + 8)));
      expect(ico.readUInt8(at)).toBe(side % 256);
      return side;
    });
    expect(sides).toEqual([16, 24, 32, 48, 64, 128, 256]);
  });

  it('is in the container of macOS, up to 1024 pixels', () => {
    const icns = read('icon.icns');
    expect([icns.subarray(0, 4).toString('latin1'), icns.readUInt32BE(4)]).toEqual(['icns', icns.length]);
    const sides: number[] = [];
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) sides.push(sidesOf(icns.subarray(at + 8))[0]);
    expect([Math.min(...sides), Math.max(...sides)]).toEqual([16, 1024]);
  });

  it.each(['index.html', 'surface.html'])('is the one that a browser shows: %s', (page) => {
    const html = readFileSync(path.join(root, 'src', 'renderer', page), 'utf8');
    const shown = /<link rel="icon" href="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(path.resolve(root, 'src', 'renderer', shown)).toBe(path.join(folder, 'icon.svg'));
  });

  it('is named for each system in the configuration of packaging', () => {
    const configuration = readFileSync(path.join(root, 'electron-builder.yml'), 'utf8');
    for (const place of ['resources/icons', 'resources/icons/icon.icns', 'resources/icons/icon.ico']) {
      expect(configuration).toContain(`icon: ${place}\n`);
    }
  });
});
