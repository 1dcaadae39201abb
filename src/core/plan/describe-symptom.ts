import { message } from '../../protocol/catalogue/catalogue';
import { assertNever } from '../../protocol/primitives';
import type { Symptom } from '../../protocol/symptom';

/** A symptom in a few words, as the report tells it. */
export function describeSymptom(symptom: Symptom): string {
  switch (symptom.kind) {
    case 'exception':
      return symptom.message ? `${symptom.type}: ${symptom.message.source}` : symptom.type;
    case 'signal':
      return message('plan.symptomSignal', { signal: symptom.signal });
    case 'outOfMemory':
      return message(symptom.where === 'gpu' ? 'plan.symptomGpuMemory' : 'plan.symptomHostMemory');
    case 'hang':
      return message('plan.symptomHang');
    case 'warning':
      return symptom.category ? `${symptom.category}: ${symptom.message.source}` : symptom.message.source;
    case 'nonFinite':
      return message('plan.symptomNonFinite', { what: symptom.what });
    case 'stuckMetric':
      return message('plan.symptomStuck', { metric: symptom.metric });
    case 'divergingMetric':
      return message('plan.symptomDiverging', { metric: symptom.metric });
    case 'metricGap':
      return message('plan.symptomGap', { metric: symptom.metric });
    case 'wrongShape':
    case 'wrongType':
    case 'wrongValue':
      return message('plan.symptomWrong', { what: symptom.what });
    case 'slow':
      return message('plan.symptomSlow', { what: symptom.what });
    case 'memoryGrowth':
      return message('plan.symptomMemoryGrowth');
    case 'saveLoadMismatch':
      return message('plan.symptomSaveLoad', { what: symptom.what });
    case 'nonDeterminism':
      return message('plan.symptomNonDeterminism', { what: symptom.what });
    default:
      return assertNever(symptom);
  }
}
