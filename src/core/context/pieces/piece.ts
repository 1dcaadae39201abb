/** What a piece of a project is. `cell`: of a notebook; `module`: code outside of definitions. */
export const pieceKinds = ['module', 'function', 'class', 'method', 'cell', 'config', 'document'] as const;
export type PieceKind = (typeof pieceKinds)[number];

/** What a file is for. Tests and examples are searched apart from sources. */
export const fileRoles = ['source', 'test', 'example', 'config', 'document'] as const;
export type FileRole = (typeof fileRoles)[number];

/** A piece of a file's source text. Lines count from 1 and are inclusive; `name` is qualified (`Model.fit`), empty for code outside. */
export interface Piece {
  readonly kind: PieceKind;
  readonly name: string;
  readonly firstLine: number;
  readonly lastLine: number;
}
