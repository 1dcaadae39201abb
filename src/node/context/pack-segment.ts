import type { Segment } from '../../core/context/index/segment';
import { SEGMENT_VERSION } from '../../core/context/index/segment';

const MARK = 'RPRSIDX1';

/** The columns of numbers of a segment, in the order in which they lie in its bytes. */
const columns = [
  ['fileOf', 4],
  ['firstLines', 4],
  ['lastLines', 4],
  ['lengths', 4],
  ['starts', 4],
  ['places', 4],
  ['callStarts', 4],
  ['callIds', 4],
  ['counts', 2],
  ['kinds', 1],
] as const;

interface Header {
  readonly version: number;
  readonly files: Segment['files'];
  /** Numbers in each column, then bytes of each text. */
  readonly lengths: readonly number[];
  readonly texts: readonly number[];
}

/** A segment as bytes: mark, length of the header, header as JSON, columns, and its three lists of words with line breaks between. */
export function packSegment(segment: Segment): Uint8Array {
  const texts = [segment.terms, segment.names, segment.callNames].map((words) => Buffer.from(words.join('\n'), 'utf8'));
  const numbers = columns.map(([name]) => segment[name]);
  const header: Header = {
    version: SEGMENT_VERSION,
    files: segment.files,
    lengths: numbers.map(({ length }) => length),
    texts: texts.map(({ length }) => length),
  };
  const json = Buffer.from(JSON.stringify(header), 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  const views = numbers.map((own) => Buffer.from(own.buffer, own.byteOffset, own.byteLength));
  return Buffer.concat([Buffer.from(MARK, 'latin1'), length, json, ...views, ...texts]);
}

/** The segment that bytes hold, or null where they are of another version or not whole. */
export function unpackSegment(bytes: Buffer): Segment | null {
  try {
    if (bytes.toString('latin1', 0, 8) !== MARK) return null;
    const size = bytes.readUInt32LE(8);
    const header = JSON.parse(bytes.toString('utf8', 12, 12 + size)) as Header;
    if (header.version !== SEGMENT_VERSION) return null;
    let at = 12 + size;
    const read: Record<string, Uint32Array | Uint16Array | Uint8Array> = {};
    columns.forEach(([name, width], index) => {
      const count = header.lengths[index] ?? 0;
      // Copied, since a column may begin at any byte.
      const own = new Uint8Array(bytes.subarray(at, at + count * width)).buffer;
      if (own.byteLength !== count * width) throw new RangeError(name);
      read[name] = width === 4 ? new Uint32Array(own) : width === 2 ? new Uint16Array(own) : new Uint8Array(own);
      at += count * width;
    });
    const [terms = none, names = none, callNames = none] = header.texts.map((length) => {
      const start = at;
      if (start + length > bytes.length) throw new RangeError('text');
      at += length;
      return splitLater(bytes.subarray(start, start + length));
    });
    const words = {
      get terms() {
        return terms();
      },
      get names() {
        return names();
      },
      get callNames() {
        return callNames();
      },
    };
    return Object.assign(words, { files: header.files, ...read }) as unknown as Segment;
  } catch {
    return null;
  }
}

const none = (): readonly string[] => [];

/** A list of words that is made when it is first asked for: most openings of an index only see that nothing changed. */
function splitLater(bytes: Buffer): () => readonly string[] {
  let held: Buffer | readonly string[] = bytes;
  return () => {
    // The bytes go with the last list that was made of them.
    if (Buffer.isBuffer(held)) held = held.toString('utf8').split('\n');
    return held;
  };
}
