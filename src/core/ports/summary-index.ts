import type { ReproductionSummary } from '../../protocol/reproduction/state';

/** A kept line of the list. `current`: it was written after the last event of its log. */
export interface KeptSummary {
  readonly summary: ReproductionSummary;
  readonly current: boolean;
}

/** The lines of the list, kept beside the logs so that listing does not fold them. A cache: the logs decide. */
export interface SummaryIndex {
  /** Null: none is kept, or it cannot be read. */
  read(reproductionId: string): Promise<KeptSummary | null>;
  /** Never rejects: a list without its cache is slower, not wrong. */
  write(summary: ReproductionSummary): Promise<void>;
}
