import { crc32 } from 'node:zlib';

/** A small wheel: a module that knows its version, and what else is named. */
export interface WheelShape {
  readonly name: string;
  readonly version: string;
  /** Absent: for any interpreter and machine. */
  readonly tag?: string;
  readonly requires?: readonly string[];
  readonly requiresPython?: string;
  /** Further files, by their path in `site-packages`. */
  readonly files?: Readonly<Record<string, string>>;
}

export function wheelName({ name, version, tag = 'py3-none-any' }: WheelShape): string {
  return `${name.replace(/-/g, '_')}-${version}-${tag}.whl`;
}

export function writeWheel(shape: WheelShape): Buffer {
  const { name, version, tag = 'py3-none-any', requires = [], requiresPython, files = {} } = shape;
  const module = name.replace(/-/g, '_');
  const folder = `${module}-${version}.dist-info`;
  const metadata = [
    ...['Metadata-Version: 2.1', `Name: ${name}`, `Version: ${version}`],
    ...requires.map((one) => `Requires-Dist: ${one}`),
    ...(requiresPython === undefined ? [] : [`Requires-Python: ${requiresPython}`]),
  ];
  const all: Readonly<Record<string, string>> = {
    [`${module}.py`]: `__version__ = "${version}"\n`,
    ...files,
    [`${folder}/METADATA`]: `${metadata.join('\n')}\n`,
    [`${folder}/WHEEL`]: `Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: ${tag}\n`,
  };
  const record = [...Object.keys(all), `${folder}/RECORD`].map((path) => `${path},,\n`).join('');
  return storedZip({ ...all, [`${folder}/RECORD`]: record });
}

/** A zip archive without compression (APPNOTE 4.3). */
function storedZip(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const name = Buffer.from(path);
    const content = Buffer.from(text);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(46);
    entry.write('PK\u0001\u0002', 0, 'latin1');
    entry.writeUInt16LE(0x0314, 4);
    common.copy(entry, 6);
    entry.writeUInt32LE((0o100644 << 16) >>> 0, 38);
    entry.writeUInt32LE(offset, 42);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, name, content]);
    parts.push(local);
    directory.push(Buffer.concat([entry, name]));
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}
