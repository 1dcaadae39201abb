/** Sizes that Windows asks for. */
const ofWindows = [16, 24, 32, 48, 64, 128, 256];
/** Names of sizes in macOS's container, each a picture in PNG; those of twice the points share the picture of that many pixels. */
const ofMac = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
];

/**
 * Windows's container: a head, an entry of 16 bytes for each picture, then the pictures in PNG.
 * @param {ReadonlyMap<number, Buffer>} pictures by their side in pixels
 * @returns {Buffer}
 */
export function icoOf(pictures) {
  const all = ofWindows.map((size) => ({ size, picture: pictureOf(pictures, size) }));
  const head = Buffer.alloc(6 + 16 * all.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(all.length, 4);
  let offset = head.length;
  for (const [index, { size, picture }] of all.entries()) {
    const at = 6 + 16 * index;
    // A side of 256 is written as 0.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(picture.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += picture.length;
  }
  return Buffer.concat([head, ...all.map(({ picture }) => picture)]);
}

/**
 * macOS's container: `icns`, the length of all, then each picture behind its name and length.
 * @param {ReadonlyMap<number, Buffer>} pictures by their side in pixels
 * @returns {Buffer}
 */
export function icnsOf(pictures) {
  const parts = ofMac.flatMap(([name, size]) => {
    const picture = pictureOf(pictures, Number(size));
    return [headOf(String(name), picture.length + 8), picture];
  });
  const length = parts.reduce((sum, part) => sum + part.length, 8);
  return Buffer.concat([headOf('icns', length), ...parts]);
}

/** @param {string} name @param {number} length */
function headOf(name, length) {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32BE(length, 4);
  return head;
}

/** @param {ReadonlyMap<number, Buffer>} pictures @param {number} size */
function pictureOf(pictures, size) {
  const picture = pictures.get(size);
  if (picture === undefined) throw new Error(`there is no picture of ${size} pixels`);
  return picture;
}
