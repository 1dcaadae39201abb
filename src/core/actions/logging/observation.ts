import type { Symptom } from '../../../protocol/symptom';
import type { CodeFacts } from '../../control/code-facts';
import type { TextEdit } from '../../control/text-edits';
import { isChange, isRelated, nameWords } from '../../verify/silent/related-names';

/** Lines that let a run tell what a symptom speaks of. */
export interface Observation {
  /** Null: there is no room for one of the lines, so that the whole is left out. */
  readonly edits: readonly (TextEdit | null)[];
  /** What is told, for people. */
  readonly what: string;
}

/** Finds what to observe in a script of one kind. Empty: it has nothing of that kind. */
export type Observer = (facts: CodeFacts, symptom: Symptom) => readonly Observation[];

/** The quantity that a symptom is about. */
export type Quantity = 'loss' | 'accuracy' | 'prediction' | 'weight' | 'gradient' | 'memory' | 'time' | 'other';

/** The name by which the report speaks of the quantity; `held out` where it is of validation data. */
export function subjectOf(symptom: Symptom): string {
  switch (symptom.kind) {
    case 'stuckMetric':
    case 'divergingMetric':
    case 'metricGap':
      return symptom.metric;
    case 'nonFinite':
    case 'wrongValue':
    case 'wrongShape':
    case 'wrongType':
    case 'saveLoadMismatch':
    case 'nonDeterminism':
    case 'slow':
      return symptom.what;
    default:
      return '';
  }
}

/** Tells quantities apart by the words that reports use for them. */
export function quantityOf(symptom: Symptom): Quantity {
  if (symptom.kind === 'memoryGrowth') return 'memory';
  if (symptom.kind === 'slow') return 'time';
  const words = nameWords(subjectOf(symptom)).filter(
    (word) => !/^(?:val|valid|validation|test|eval|train|training)$/.test(word),
  );
  const name = words.join('_');
  for (const quantity of ['gradient', 'weight', 'accuracy', 'loss', 'prediction'] as const) {
    if (words.some((word) => isRelated(word, quantity))) return quantity;
  }
  return isChange(name) ? 'weight' : 'other';
}

/** Whether the report tells the one value that something is stuck at. */
export function tellsLevel(symptom: Symptom): boolean {
  return symptom.kind === 'stuckMetric' && symptom.value !== null;
}
