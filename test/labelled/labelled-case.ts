import type { Verdict } from '../../src/protocol/verdict';
import type { Symptom } from '../../src/protocol/symptom';

/** What a run record is an instance of. */
export type Label =
  | 'trueCrash'
  | 'counterfeit'
  | 'wrongPlace'
  | 'otherException'
  | 'environmentFailure'
  | 'silentAbove'
  | 'silentBelow'
  | 'flaky'
  | 'hang'
  | 'memory'
  | 'signal'
  | 'warning';

export type SymptomWish = Symptom extends infer S
  ? S extends Symptom
    ? Omit<S, 'id' | 'confidence' | 'span' | 'author'>
    : never
  : never;

/** A script that is really run, with the report that it is judged against and the outcome that is right. */
export interface LabelledCase {
  readonly name: string;
  readonly label: Label;
  readonly runsOn: 'python' | 'numpy' | 'torch' | 'tensorflow' | 'jax';
  /** The report's own code. What it really prints is what the report quotes. */
  readonly code: string;
  /** The judged script; absent: the report's code. */
  readonly script?: string;
  /** Where the end of the report's code does not tell it. */
  readonly symptom?: SymptomWish;
  /** Five recorded runs, each with a seed of its own. */
  readonly seeded?: boolean;
  /** Arguments of a control run. */
  readonly control?: readonly string[];
  /** The right outcome; `inconclusive` is right as well where it is given as second. */
  readonly right: readonly Verdict['outcome'][];
  /** Seconds after which a run is ended. */
  readonly seconds?: number;
  /** A traceback of the report stands in it whole, so that it points at a line. */
  readonly traceback?: boolean;
}
