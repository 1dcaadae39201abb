/** What a worker is asked: to index files of a project. `known`: digests under which the index holds a file of this path. */
export interface IndexRequest {
  readonly project: string;
  readonly files: readonly { readonly path: string; readonly known: readonly string[] }[];
}

/** What became of one file. */
export type FileOutcome =
  | { readonly path: string; readonly kind: 'binary' | 'unreadable' | 'generated' }
  | {
      readonly path: string;
      readonly kind: 'indexed' | 'known';
      readonly digest: string;
      readonly size: number;
      readonly changedMs: number;
    };

/** What a worker answers. `bytes`: a segment with the files that were indexed, in the order of the request; null where there are none. */
export interface IndexAnswer {
  readonly outcomes: readonly FileOutcome[];
  readonly bytes: Uint8Array | null;
}
