import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The chunks of a PNG, in order. */
function* chunksOf(/** @type {Buffer} */ png) {
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    yield { type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) };
    at += length + 12;
  }
}

/** Undoes the filters of the lines: PNG specification, section 9. */
function unfilter(/** @type {Buffer} */ raw, /** @type {number} */ width, /** @type {number} */ height, bytes = 3) {
  const stride = width * bytes;
  const out = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x += 1) {
      const left = x >= bytes ? (out[y * stride + x - bytes] ?? 0) : 0;
      const up = y > 0 ? (out[(y - 1) * stride + x] ?? 0) : 0;
      const corner = x >= bytes && y > 0 ? (out[(y - 1) * stride + x - bytes] ?? 0) : 0;
      const value = raw[y * (stride + 1) + 1 + x] ?? 0;
      out[y * stride + x] = value + predict(filter ?? 0, left, up, corner);
    }
  }
  return out;
}

function predict(
  /** @type {number} */ filter,
  /** @type {number} */ left,
  /** @type {number} */ up,
  /** @type {number} */ corner,
) {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** @typedef {{ r: number, g: number, b: number, count: number }} Colour */

/** At most `size` colours that stand for all, by median cut, weighed by how often a colour is there. */
function choosePalette(/** @type {Colour[]} */ colours, /** @type {number} */ size) {
  /** @type {Colour[][]} */
  let boxes = [colours];
  while (boxes.length < size) {
    const spreads = boxes.map((box) => (box.length < 2 ? { weight: -1, channel: 'r' } : spreadOf(box)));
    const widest = spreads.reduce((best, spread, at) => (spread.weight > (spreads[best]?.weight ?? 0) ? at : best), 0);
    const { weight, channel } = spreads[widest] ?? { weight: -1, channel: 'r' };
    if (weight < 0) break;
    const key = /** @type {'r' | 'g' | 'b'} */ (channel);
    const box = [...(boxes[widest] ?? [])].sort((one, other) => one[key] - other[key]);
    const half = box.reduce((sum, { count }) => sum + count, 0) / 2;
    let seen = 0;
    let cut = 0;
    while (cut < box.length - 1 && seen + (box[cut]?.count ?? 0) <= half) seen += box[cut++]?.count ?? 0;
    const middle = Math.max(1, cut);
    boxes = [...boxes.slice(0, widest), box.slice(0, middle), box.slice(middle), ...boxes.slice(widest + 1)];
  }
  // The most frequent colour of a box stands for it: flat grounds keep their exact colour.
  return boxes.map((box) => box.reduce((most, colour) => (colour.count > most.count ? colour : most)));
}

function spreadOf(/** @type {Colour[]} */ box) {
  // The fourth root, so that a sign of a few pixels keeps its colour beside large grounds.
  const count = box.reduce((sum, colour) => sum + colour.count, 0) ** 0.25;
  return ['r', 'g', 'b']
    .map((channel) => {
      const values = box.map((colour) => colour[/** @type {'r'} */ (channel)]);
      let [least, most] = [255, 0];
      for (const value of values) [least, most] = [Math.min(least, value), Math.max(most, value)];
      return { channel, weight: (most - least) * count };
    })
    .reduce((best, one) => (one.weight > best.weight ? one : best));
}

function chunk(/** @type {string} */ type, /** @type {Buffer} */ data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/**
 * The same picture with at most 256 colours. Takes what browsers write: 8 bits a channel, RGB or RGBA, not interlaced;
 * transparency is dropped. Errors: throws on any other PNG.
 * @param {Buffer} png
 * @returns {Buffer}
 */
export function shrinkPng(png) {
  const chunks = [...chunksOf(png)];
  const header = chunks.find(({ type }) => type === 'IHDR')?.data;
  if (!header || header[8] !== 8 || ![2, 6].includes(header[9] ?? 0) || header[12] !== 0)
    throw new Error('Not a PNG as browsers write it.');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const bytes = header[9] === 6 ? 4 : 3;
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const pixels = unfilter(inflateSync(packed), width, height, bytes);
  /** @type {Map<number, Colour>} */
  const counts = new Map();
  const keys = new Uint32Array(width * height);
  for (let at = 0; at < keys.length; at += 1) {
    const [r = 0, g = 0, b = 0] = pixels.subarray(at * bytes, at * bytes + 3);
    const key = (r << 16) | (g << 8) | b;
    keys[at] = key;
    const known = counts.get(key);
    if (known) known.count += 1;
    else counts.set(key, { r, g, b, count: 1 });
  }
  const palette = choosePalette([...counts.values()], 256);
  /** @type {Map<number, number>} */
  const nearest = new Map();
  for (const [key, colour] of counts) {
    const distance = (/** @type {Colour} */ it) =>
      (it.r - colour.r) ** 2 + (it.g - colour.g) ** 2 + (it.b - colour.b) ** 2;
    let best = 0;
    for (let at = 1; at < palette.length; at += 1) {
      const [one, other] = [palette[at], palette[best]];
      if (one && other && distance(one) < distance(other)) best = at;
    }
    nearest.set(key, best);
  }
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) lines[y * (width + 1) + 1 + x] = nearest.get(keys[y * width + x] ?? 0) ?? 0;
  }
  const head = Buffer.from(header);
  head[9] = 3;
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flatMap(({ r, g, b }) => [r, g, b]))),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
