import type { EnvironmentKind } from '../../../protocol/environment';
import type { Machine } from '../machine';

/** Something that may be an environment, before its files were read. */
export interface Candidate {
  readonly kind: EnvironmentKind;
  readonly name: string;
  readonly prefix: string;
  /** Where it is known; null: looked for below the prefix. */
  readonly interpreter: string | null;
}

/** Finds candidates by looking at files. Starts nothing, and never rejects for what it cannot read. */
export type Locator = (machine: Machine) => Promise<readonly Candidate[]>;
