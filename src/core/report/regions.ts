import type { Span } from '../../protocol/primitives';

/** A piece of the report's structure. Regions do not overlap and come in the order of the source. */
export type Region =
  | { readonly kind: 'code'; readonly span: Span; readonly text: string; readonly language: string | null }
  | { readonly kind: 'heading'; readonly span: Span; readonly text: string }
  | { readonly kind: 'prose' | 'table' | 'html'; readonly span: Span };

/** The structure of a report. `limited` says why less than all was read. */
export interface Structure {
  readonly regions: readonly Region[];
  readonly limited: string | null;
}
