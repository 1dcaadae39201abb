import { pieceKinds } from '../pieces/piece';
import type { FoundPiece, PieceAt, ProjectIndex, Segment, SegmentFile } from './segment';

/** Looks into an index: which pieces hold a term, and what a piece is. Pieces of files that are gone are never seen. */
export interface IndexReader {
  /** Pieces in all, and terms in the middle of them. */
  readonly pieces: number;
  readonly meanLength: number;
  /** Numbers of all pieces from 0: those of a segment follow those of the one before. */
  readonly size: number;
  /** Calls back for each piece that holds the term. */
  readonly eachPlace: (term: string, visit: (number: number, count: number) => void) => void;
  /** In how many pieces a term stands, at most: files that are gone are counted too. */
  readonly spread: (term: string) => number;
  readonly holds: (term: string, number: number) => boolean;
  readonly lengthOf: (number: number) => number;
  readonly at: (number: number) => PieceAt;
  readonly numberOf: (at: PieceAt) => number;
  readonly piece: (at: PieceAt) => FoundPiece;
  /** Last names of what a piece calls. */
  readonly callsOf: (number: number) => readonly string[];
  readonly fileOf: (path: string) => { readonly file: SegmentFile; readonly pieces: readonly PieceAt[] } | null;
  readonly paths: readonly string[];
  readonly files: () => readonly SegmentFile[];
}

/** Terms whose places are remembered; a query has about a hundred. */
const MOST_KNOWN = 2_000;

/** Opens an index for reading. Cheap: postings and texts are not copied. */
export function readIndex({ segments, files }: ProjectIndex): IndexReader {
  const offsets: number[] = [];
  let size = 0;
  for (const { kinds } of segments) {
    offsets.push(size);
    size += kinds.length;
  }
  const firstPieces = segments.map((segment) => {
    let next = 0;
    return segment.files.map(({ pieces }) => {
      const first = next;
      next += pieces;
      return first;
    });
  });
  const alive = segments.map((segment) => new Uint8Array(segment.files.length));
  const byPath = new Map<string, { readonly segment: number; readonly file: number }>();
  let pieces = 0;
  for (const { path, segment, file } of files) {
    const flags = alive[segment];
    if (flags) flags[file] = 1;
    byPath.set(path, { segment, file });
    pieces += segments[segment]?.files[file]?.pieces ?? 0;
  }
  let length = 0;
  const lengths = new Uint32Array(size);
  const isSeen = new Uint8Array(size);
  segments.forEach((segment, index) => {
    const offset = offsets[index] ?? 0;
    lengths.set(segment.lengths, offset);
    for (let piece = 0; piece < segment.lengths.length; piece += 1) {
      if (!alive[index]?.[segment.fileOf[piece] ?? 0]) continue;
      isSeen[offset + piece] = 1;
      length += segment.lengths[piece] ?? 0;
    }
  });
  /** Place of each term in each segment, as far as it was asked for; -1: the segment does not have it. */
  const known = new Map<string, Int32Array>();
  const placesOf = (term: string): Int32Array => {
    const found = known.get(term);
    if (found) return found;
    const places = Int32Array.from(segments, (segment) => findTerm(segment, term));
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(term, places);
    return places;
  };

  const at = (number: number): PieceAt => {
    let segment = offsets.length - 1;
    while (segment > 0 && (offsets[segment] ?? 0) > number) segment -= 1;
    return { segment, piece: number - (offsets[segment] ?? 0) };
  };
  const numberOf = ({ segment, piece }: PieceAt): number => (offsets[segment] ?? 0) + piece;
  const fileAt = (segment: number, file: number): SegmentFile | null => segments[segment]?.files[file] ?? null;

  return {
    pieces,
    size,
    meanLength: pieces === 0 ? 1 : Math.max(1, length / pieces),
    eachPlace: (term, visit) => {
      const found = placesOf(term);
      segments.forEach(({ starts, places, counts }, index) => {
        const place = found[index] ?? -1;
        if (place < 0) return;
        const offset = offsets[index] ?? 0;
        const end = starts[place + 1] ?? 0;
        for (let i = starts[place] ?? 0; i < end; i += 1) {
          const number = offset + (places[i] ?? 0);
          if (isSeen[number] === 1) visit(number, counts[i] ?? 0);
        }
      });
    },
    spread: (term) => {
      const found = placesOf(term);
      return segments.reduce((sum, { starts }, index) => {
        const place = found[index] ?? -1;
        return place < 0 ? sum : sum + (starts[place + 1] ?? 0) - (starts[place] ?? 0);
      }, 0);
    },
    holds: (term, number) => {
      const { segment: own, piece } = at(number);
      const segment = segments[own];
      const place = placesOf(term)[own] ?? -1;
      if (!segment || place < 0) return false;
      const start = segment.starts[place] ?? 0;
      return segment.places.subarray(start, segment.starts[place + 1] ?? start).includes(piece);
    },
    lengthOf: (number) => lengths[number] ?? 0,
    at,
    numberOf,
    piece: (place) => {
      const segment = segments[place.segment];
      const file = segment ? fileAt(place.segment, segment.fileOf[place.piece] ?? 0) : null;
      return {
        at: place,
        path: file?.path ?? '',
        role: file?.role ?? 'source',
        kind: pieceKinds[segment?.kinds[place.piece] ?? 0] ?? 'module',
        name: segment?.names[place.piece] ?? '',
        firstLine: segment?.firstLines[place.piece] ?? 1,
        lastLine: segment?.lastLines[place.piece] ?? 1,
      };
    },
    callsOf: (number) => {
      const { segment: index, piece } = at(number);
      const segment = segments[index];
      if (!segment) return [];
      const ids = segment.callIds.subarray(segment.callStarts[piece] ?? 0, segment.callStarts[piece + 1] ?? 0);
      return [...ids].map((id) => segment.callNames[id] ?? '');
    },
    fileOf: (path) => {
      const found = byPath.get(path);
      const file = found ? fileAt(found.segment, found.file) : null;
      if (!found || !file) return null;
      const first = firstPieces[found.segment]?.[found.file] ?? 0;
      return {
        file,
        pieces: Array.from({ length: file.pieces }, (_, index) => ({ segment: found.segment, piece: first + index })),
      };
    },
    paths: [...byPath.keys()],
    files: () =>
      [...byPath.values()].flatMap(({ segment, file }) => {
        const found = fileAt(segment, file);
        return found ? [found] : [];
      }),
  };
}

/** Place of a term in a segment, or -1. */
function findTerm({ terms }: Segment, term: string): number {
  let low = 0;
  let high = terms.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = terms[middle] ?? '';
    if (found === term) return middle;
    if (found < term) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
