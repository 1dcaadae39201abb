import type { DraftEntry, DraftHistory } from '../../protocol/draft';
import type { ReproductionSize } from '../../protocol/methods';
import type { EventEnvelope } from '../../protocol/reproduction/events';
import type { ReproductionState } from '../../protocol/reproduction/state';
import type { Script } from '../../protocol/script';

/** A reproduction as it lies on disk. `torn` counts bytes of a last line that a kill cut off, and that were set aside. */
export type StoredReproduction =
  | { readonly kind: 'whole'; readonly state: ReproductionState; readonly torn: number }
  | { readonly kind: 'damaged'; readonly reason: string };

/**
 * Keeps reproductions. `append` resolves when the event is safe on disk; the order of appends is the order of the log.
 * Texts are kept by digest and never change. Errors: rejects with `unwritable`, `notFound`.
 */
export interface RunStore {
  list(): Promise<readonly string[]>;
  load(reproductionId: string): Promise<StoredReproduction>;
  create(reproductionId: string): Promise<void>;
  append(envelope: EventEnvelope): Promise<void>;
  /** Envelopes after `seq`, in order. */
  readAfter(reproductionId: string, seq: number): Promise<readonly EventEnvelope[]>;
  writeReport(reproductionId: string, text: string): Promise<void>;
  readReport(reproductionId: string): Promise<string>;
  writeScript(reproductionId: string, script: Script): Promise<void>;
  readScript(reproductionId: string, digest: string): Promise<Script>;
  /** The user's unkept changes of an attempt's script; empty where none were noted. */
  readDraft(reproductionId: string, attemptId: string): Promise<DraftHistory>;
  appendDraft(reproductionId: string, attemptId: string, entry: DraftEntry): Promise<void>;
  /** Writes a history anew as a whole. */
  writeDraft(reproductionId: string, attemptId: string, history: DraftHistory): Promise<void>;
  /** Writes a set of files below `reproducer/<folder>` as a whole. Returns the folder relative to the reproduction's. */
  writeReproducer(
    reproductionId: string,
    folder: string,
    files: readonly { readonly path: string; readonly text: string }[],
  ): Promise<string>;
  readReproducer(
    reproductionId: string,
    folder: string,
  ): Promise<readonly { readonly path: string; readonly text: string }[]>;
  remove(reproductionId: string): Promise<void>;
  /** Moves a reproduction into the trash. What has lain there for a week is removed for good. */
  discard(reproductionId: string): Promise<{ readonly trash: string; readonly bytes: number }>;
  measure(reproductionId: string): Promise<ReproductionSize>;
  /** Absolute folder of a reproduction, for messages to people. */
  folderOf(reproductionId: string): string;
}
