import type { Progress } from './cancellation';

/** A thread of an issue as text: title, day, labels, what was written first, then the comments in their order. */
export interface IssueThread {
  /** For people: `owner/project#12`. */
  readonly name: string;
  readonly text: string;
}

/** Fetches an issue by its address, from that host alone. */
export interface IssueReader {
  /**
   * Errors: `badInput` with one sentence that says what to do where the address is none of an issue, the host is not reached,
   * the issue is not there, or the answer is no issue; the signal's reason on cancellation.
   */
  read(address: string, progress: Pick<Progress, 'signal'>): Promise<IssueThread>;
}
