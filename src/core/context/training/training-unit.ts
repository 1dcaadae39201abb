export type TrainingFramework =
  'keras' | 'gradientTape' | 'torch' | 'lightning' | 'transformers' | 'accelerate' | 'session' | 'estimator' | 'jax';

/** What a unit of training works with, as it stands in the code; null where it does not show. */
export interface TrainingUses {
  readonly model: string | null;
  readonly optimizer: string | null;
  readonly loss: string | null;
  readonly data: string | null;
  readonly metrics: string | null;
}

/**
 * A unit of training code, not a whole file. `loop`: the loop itself; `call`: one call that trains; `step`: a function for one
 * batch whose loop is elsewhere; `caller`: a loop that calls something that may be such a step. Lines count from 1, inclusive.
 */
export interface TrainingUnit {
  readonly framework: TrainingFramework | null;
  readonly kind: 'loop' | 'call' | 'step' | 'caller';
  /** Qualified name of the definition around it, or empty. */
  readonly within: string;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly uses: TrainingUses;
  /** Last names of what it calls that may be a step; for `caller` alone. */
  readonly calls: readonly string[];
}
