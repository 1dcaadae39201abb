import type { ReportReadOut } from '../../../protocol/report';
import type { Symptom } from '../../../protocol/symptom';

/** What a context is about beside its hits: the loop that trains, what saves and loads, or nothing more. */
export type ContextFocus = 'training' | 'saveLoad' | 'hits';

const trainingKinds = new Set<Symptom['kind']>([
  'nonFinite',
  'stuckMetric',
  'divergingMetric',
  'metricGap',
  'slow',
  'memoryGrowth',
  'nonDeterminism',
]);
const savedWords =
  /\b(?:save[ds]?|saving|load(?:ed|ing|s)?|checkpoints?|restor\w+|resum\w+|export\w*|serializ\w+|pickl\w+|state_dict|h5|onnx|torchscript)\b/i;

/** Chooses by the symptom first, then by the title and the bug type: a report on saving gets no training loop first. */
export function contextFocus(readOut: ReportReadOut, symptom: Symptom | null): ContextFocus {
  if (symptom?.kind === 'saveLoadMismatch') return 'saveLoad';
  if (symptom && trainingKinds.has(symptom.kind)) return savedWords.test(readOut.title) ? 'saveLoad' : 'training';
  if (symptom?.kind === 'exception' && (symptom.phase === 'save' || symptom.phase === 'load')) return 'saveLoad';
  if (savedWords.test(readOut.title)) return 'saveLoad';
  const isTraining = readOut.bugType === 'training' || (symptom?.kind === 'exception' && symptom.phase === 'train');
  return isTraining ? 'training' : 'hits';
}
