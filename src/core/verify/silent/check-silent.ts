import { assertNever } from '../../../protocol/primitives';
import type { Execution } from '../../../protocol/execution';
import { checkGap, checkSaveLoad, checkSlow, checkWrongValue } from './check-comparisons';
import { checkShape, checkType } from './check-forms';
import { checkDiverging, checkGrowth, checkNonFinite, checkStuck } from './check-series';
import { nothingSeen, type Finding, type SilentSymptom } from './finding';
import { valuesOf } from './values';

/** Whether the report speaks of a word, or of a longer or shorter form of it. */
export type Mentions = (word: string) => boolean;

/** Looks for a silent symptom in one run, by what the recorder and the output say. Non-determinism is a thing of several runs. */
export function checkSilent(symptom: SilentSymptom, execution: Execution, mentions: Mentions): Finding {
  const values = valuesOf(execution);
  switch (symptom.kind) {
    case 'nonFinite':
      return checkNonFinite(symptom, values);
    case 'stuckMetric':
      return checkStuck(symptom, values, mentions);
    case 'divergingMetric':
      return checkDiverging(symptom, values);
    case 'memoryGrowth':
      return checkGrowth(symptom, values);
    case 'metricGap':
      return checkGap(symptom, values);
    case 'wrongValue':
      return checkWrongValue(symptom, values);
    case 'slow':
      return checkSlow(symptom, values);
    case 'saveLoadMismatch':
      return checkSaveLoad(symptom, values);
    case 'wrongShape':
      return checkShape(symptom, values);
    case 'wrongType':
      return checkType(symptom, values);
    case 'nonDeterminism':
      return nothingSeen('silent.oneRun');
    default:
      return assertNever(symptom);
  }
}
