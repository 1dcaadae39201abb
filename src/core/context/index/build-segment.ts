import { pieceKinds } from '../pieces/piece';
import type { FileIndex } from './index-file';
import type { Segment, SegmentFile } from './segment';

const MOST_COUNT = 65_535;

/** Joins indexed files into one segment. */
export function buildSegment(indexed: readonly { readonly file: FileIndex; readonly digest: string }[]): Segment {
  const files: SegmentFile[] = [];
  const names: string[] = [];
  const total = indexed.reduce((sum, { file }) => sum + file.pieces.length, 0);
  const kinds = new Uint8Array(total);
  const [fileOf, firstLines, lastLines, lengths] = [0, 0, 0, 0].map(() => new Uint32Array(total)) as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ];
  const postings = new Map<string, number[]>();
  const callNames = new Map<string, number>();
  const callStarts = new Uint32Array(total + 1);
  const callIds: number[] = [];
  let piece = 0;
  for (const { file, digest } of indexed) {
    for (const own of file.pieces) {
      kinds[piece] = pieceKinds.indexOf(own.kind);
      fileOf[piece] = files.length;
      firstLines[piece] = own.firstLine;
      lastLines[piece] = own.lastLine;
      let length = 0;
      for (const [term, count] of own.terms) {
        const places = postings.get(term);
        if (places) places.push(piece, count);
        else postings.set(term, [piece, count]);
        if (term.charCodeAt(1) !== COLON) length += count;
      }
      lengths[piece] = length;
      names.push(own.name);
      for (const name of own.calls) {
        const id = callNames.get(name) ?? callNames.size;
        callNames.set(name, id);
        callIds.push(id);
      }
      callStarts[piece + 1] = callIds.length;
      piece += 1;
    }
    const { path, role, pieces, imports, training } = file;
    files.push({ path, digest, role, pieces: pieces.length, imports, training });
  }
  const calls = { callNames: [...callNames.keys()], callStarts, callIds: Uint32Array.from(callIds) };
  return { files, names, kinds, fileOf, firstLines, lastLines, lengths, ...calls, ...packPostings(postings) };
}

const COLON = ':'.charCodeAt(0);

function packPostings(postings: ReadonlyMap<string, readonly number[]>) {
  const terms = [...postings.keys()].sort();
  const total = [...postings.values()].reduce((sum, places) => sum + places.length / 2, 0);
  const starts = new Uint32Array(terms.length + 1);
  const places = new Uint32Array(total);
  const counts = new Uint16Array(total);
  let at = 0;
  terms.forEach((term, index) => {
    starts[index] = at;
    const own = postings.get(term) ?? [];
    for (let i = 0; i < own.length; i += 2) {
      places[at] = own[i] ?? 0;
      counts[at] = Math.min(own[i + 1] ?? 0, MOST_COUNT);
      at += 1;
    }
  });
  starts[terms.length] = at;
  return { terms, starts, places, counts };
}
