import type { MessageKey } from '../../protocol/catalogue/catalogue';
import type { MessageArguments } from '../../protocol/catalogue/format';
import type { Symptom } from '../../protocol/symptom';
import type { CodeFacts } from './code-facts';
import type { TextEdit } from './text-edits';

/** What a rule would change in a script, as one control. */
export interface Removal {
  readonly edits: readonly (TextEdit | null)[];
  /** What it changes, in words for people. */
  readonly changed: readonly [MessageKey, MessageArguments];
}

/**
 * A known pair of fault and fix. The fault stands in a script's code, and the symptom is one that it brings about; the fix
 * takes it away and leaves the rest as it is.
 */
export interface ControlRule {
  readonly name: string;
  /** Why this is a fault, and where that is said: documentation, or a study of faults. */
  readonly source: string;
  /** Symptoms that it brings about. */
  readonly causes: (symptom: Symptom) => boolean;
  /** The surest first. Empty: the script has no such fault. */
  readonly remove: (facts: CodeFacts, symptom: Symptom) => readonly Removal[];
}

/** Which faults of training are told by what: a metric that stands still, runs away, is no number, or is off. */
export function isOfTraining(symptom: Symptom): boolean {
  return ['nonFinite', 'stuckMetric', 'divergingMetric', 'metricGap', 'wrongValue'].includes(symptom.kind);
}

export function isOf(...kinds: readonly Symptom['kind'][]): (symptom: Symptom) => boolean {
  return ({ kind }) => kinds.includes(kind);
}
