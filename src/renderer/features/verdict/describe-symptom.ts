import { message } from '../../../protocol/catalogue/catalogue';
import { assertNever } from '../../../protocol/primitives';
import type { Symptom } from '../../../protocol/symptom';

/** What a symptom looks like, as it would be printed where that makes sense. */
export function describeSymptom(symptom: Symptom): string {
  switch (symptom.kind) {
    case 'exception':
      return symptom.message ? `${symptom.type}: ${symptom.message.source}` : symptom.type;
    case 'signal':
      return symptom.signal;
    case 'outOfMemory':
      return message(`app.symptom.where.${symptom.where}`);
    case 'hang':
      return symptom.afterSeconds === null
        ? message('app.symptom.hang.some')
        : message('app.symptom.hang.after', { seconds: symptom.afterSeconds });
    case 'warning':
      return symptom.category === null ? symptom.message.source : `${symptom.category}: ${symptom.message.source}`;
    case 'nonFinite':
      return message(`app.symptom.what.${symptom.what}`);
    case 'stuckMetric':
      return symptom.value === null ? symptom.metric : `${symptom.metric} = ${symptom.value}`;
    case 'divergingMetric':
      return message(`app.symptom.diverging.${symptom.direction}`, { metric: symptom.metric });
    case 'metricGap':
      return [symptom.metric, message(`app.symptom.gap.${symptom.between}`), compare(symptom.op, symptom.value)].join(
        ' ',
      );
    case 'wrongShape':
    case 'wrongType':
      return message('app.symptom.insteadOf', {
        what: symptom.what,
        actual: symptom.actual ?? '?',
        expected: symptom.expected ?? '?',
      });
    case 'wrongValue':
      return `${symptom.what} ${compare(symptom.op, symptom.value)}`;
    case 'slow':
      return symptom.ratio === null ? symptom.what : `${symptom.what} × ${symptom.ratio}`;
    case 'memoryGrowth':
      return message('app.symptom.memoryGrowth.detail');
    case 'saveLoadMismatch':
    case 'nonDeterminism':
      return symptom.what;
    default:
      return assertNever(symptom);
  }
}

function compare(op: string, value: number | null): string {
  return op === 'isnan' ? 'NaN' : value === null ? op : `${op} ${value}`;
}

/** Where the report places the fault, in words, or null. */
export function describeBlame(symptom: Symptom): string | null {
  if (symptom.kind !== 'exception' || !symptom.blamed) return null;
  const { function: name, file } = symptom.blamed;
  return name ?? file;
}
