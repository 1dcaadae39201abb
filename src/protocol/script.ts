import { z } from 'zod';
import { ReadyEnvironment } from './environment';
import { Digest, Id, Span } from './primitives';

/** The study's ten edit actions; the order is theirs by frequency. */
export const EditAction = z.enum([
  'import-addition-dependency-resolution',
  'input-data-generation',
  'hyperparameter-initialization',
  'compiler-error-resolution',
  'dataset-procurement',
  'version-migration',
  'obsolete-parameter-removal',
  'logging',
  'neural-network-construction',
  'model-tokenizer-download',
]);
export type EditAction = z.infer<typeof EditAction>;

/** Where a line of a script comes from: the report's code or traceback, the project, or us. */
export const LineOrigin = z.enum(['report', 'project', 'ours']);
export type LineOrigin = z.infer<typeof LineOrigin>;

/** Provenance of one line, by position: item 0 speaks of line 1. */
export const LineProvenance = z.object({ origin: LineOrigin, span: Span.nullable() });
export type LineProvenance = z.infer<typeof LineProvenance>;

/** Reproduction code. `digest` is that of `text`. */
export const Script = z.object({ text: z.string(), digest: Digest, provenance: z.array(LineProvenance) });
export type Script = z.infer<typeof Script>;

export const Author = z.enum(['report', 'reprise', 'user', 'model', 'import']);
export type Author = z.infer<typeof Author>;

/** How an attempt's script came to be. */
export const AttemptEdit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('asReported'), reason: z.string() }),
  z.object({ kind: z.literal('editAction'), action: EditAction, reason: z.string() }),
  z.object({ kind: z.literal('user'), reason: z.string() }),
  /** The parent's script with its trigger taken away. `rule`: the rule that made it. `reason` says what it changes. */
  z.object({
    kind: z.literal('control'),
    reason: z.string(),
    basis: z.enum(['reportedFix', 'triggerRemoved', 'neighbouringVersion']),
    rule: z.string(),
    /** Of a neighbouring version: the same script, with one distribution in another release. Environment null: it was not to be had. */
    neighbour: z.object({ name: z.string(), version: z.string(), environment: ReadyEnvironment.nullable() }).optional(),
  }),
  /** The parent's script without what its verdict does not need. */
  z.object({ kind: z.literal('minimised'), reason: z.string() }),
  z.object({ kind: z.literal('model'), reason: z.string(), model: z.string(), callId: Id.nullable() }),
]);
export type AttemptEdit = z.infer<typeof AttemptEdit>;
