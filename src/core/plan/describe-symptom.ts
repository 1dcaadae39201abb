import { message } from '../../protocol/catalogue/catalogue';
import { assertNever } from '../../protocol/primitives';
import type { Symptom } from '../../protocol/symptom';
import { saysOfCalls } from '../verify/silent/related-names';

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
      return message('plan.symptomNonFinite', { what: symptom.what, count: numberOf(symptom.what) });
    case 'stuckMetric':
      if (symptom.classes !== undefined)
        return message('plan.symptomChance', { metric: symptom.metric, classes: symptom.classes });
      return message('plan.symptomStuck', { metric: symptom.metric, count: numberOf(symptom.metric) });
    case 'divergingMetric':
      return message('plan.symptomDiverging', { metric: symptom.metric, count: numberOf(symptom.metric) });
    case 'metricGap':
      return message('plan.symptomGap', { metric: symptom.metric, count: numberOf(symptom.metric) });
    case 'wrongShape':
    case 'wrongType':
    case 'wrongValue':
      return message('plan.symptomWrong', { what: symptom.what, count: numberOf(symptom.what) });
    case 'slow':
      return message('plan.symptomSlow', { what: symptom.what, count: numberOf(symptom.what) });
    case 'memoryGrowth':
      return message('plan.symptomMemoryGrowth');
    case 'saveLoadMismatch':
      return message('plan.symptomSaveLoad', { what: symptom.what, count: numberOf(symptom.what) });
    case 'nonDeterminism':
      if (saysOfCalls(symptom.what)) return message('plan.symptomCalls', { what: symptom.what });
      return message('plan.symptomNonDeterminism', { what: symptom.what, count: numberOf(symptom.what) });
    default:
      return assertNever(symptom);
  }
}

/** 2 where the name is of many: `weights`, `the predictions of the model`. `loss`, `bias` and `axis` are of one. */
function numberOf(name: string): 1 | 2 {
  const [head = ''] = name.toLowerCase().split(/\s+(?:of|in|on|for|after|with|and)\s/);
  const last = head.match(/[a-z]+/g)?.at(-1) ?? '';
  return last.endsWith('s') && !/(?:ss|us|is|as)$/.test(last) ? 2 : 1;
}
