import type { ImportStatement } from '../modules/read-imports';
import type { FileRole, PieceKind } from '../pieces/piece';
import type { TrainingUnit } from '../training/training-unit';

/** One file of a segment. `digest`: of its text as it was read. `pieces`: how many it has; they follow each other. */
export interface SegmentFile {
  readonly path: string;
  readonly digest: string;
  readonly role: FileRole;
  readonly pieces: number;
  readonly imports: readonly ImportStatement[];
  readonly training: readonly TrainingUnit[];
}

/** Version of the form and of how pieces and terms are made. Another version is made anew. */
export const SEGMENT_VERSION = 1;

/**
 * Some files with their pieces and an inverted index over them. It never changes once it is made. Piece `i` has kind
 * `kinds[i]`, lines `firstLines[i]` to `lastLines[i]`, and `lengths[i]` terms. The places of term `t` are
 * `places[starts[t]]` up to `places[starts[t + 1]]`, with their counts in `counts`.
 */
export interface Segment {
  readonly files: readonly SegmentFile[];
  readonly names: readonly string[];
  readonly kinds: Uint8Array;
  readonly fileOf: Uint32Array;
  readonly firstLines: Uint32Array;
  readonly lastLines: Uint32Array;
  readonly lengths: Uint32Array;
  /** In the order of their UTF-16 units. */
  readonly terms: readonly string[];
  readonly starts: Uint32Array;
  readonly places: Uint32Array;
  readonly counts: Uint16Array;
  /** Piece `i` calls `callNames[callIds[n]]` for n from `callStarts[i]` up to `callStarts[i + 1]`. */
  readonly callNames: readonly string[];
  readonly callStarts: Uint32Array;
  readonly callIds: Uint32Array;
}

/** A file of a tree: where the index has its pieces. */
export interface TreeFile {
  readonly path: string;
  readonly segment: number;
  readonly file: number;
}

/** What is searched: segments, and which of their files are part of the project as it is now. */
export interface ProjectIndex {
  readonly segments: readonly Segment[];
  readonly files: readonly TreeFile[];
}

/** A piece of an index by its place. */
export interface PieceAt {
  readonly segment: number;
  readonly piece: number;
}

/** A piece with all that is known without its text. */
export interface FoundPiece {
  readonly at: PieceAt;
  readonly path: string;
  readonly role: FileRole;
  readonly kind: PieceKind;
  readonly name: string;
  readonly firstLine: number;
  readonly lastLine: number;
}
