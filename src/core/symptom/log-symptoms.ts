import type { ReportReadOut } from '../../protocol/report';
import { readPrintedMetrics, type PrintedMetric } from './course-of-metrics';
import type { FoundSymptom } from './find-symptoms';

/** Printed numbers are surer than words, yet a log may be of a healthy run beside the fault. */
const PRINTED = 0.85;
const SUSPECTED = 0.75;
const FEWEST = 3;
/** A loss that grew by less than this part may be noise. */
const GROWTH = 1.3;
const GAP = 0.2;
const LOSS_GAP = 5;

/** What printed metrics show: values that are not finite, that stay, that move the wrong way, or a gap to validation. */
export function logSymptoms(readOut: ReportReadOut, visible: string): FoundSymptom[] {
  const found: FoundSymptom[] = [];
  for (const block of readOut.blocks) {
    if (block.kind === 'snippet' || block.kind === 'versionTable') continue;
    const metrics = readPrintedMetrics(visible, block.span);
    for (const metric of metrics) {
      const symptom = symptomOf(metric);
      if (symptom) found.push(symptom);
    }
    const gap = gapOf(metrics);
    if (gap) found.push(gap);
  }
  // Of several that show the same, the one that the title speaks of.
  const inOrder = [...found.filter((symptom) => isTitled(symptom, readOut)), ...found];
  return inOrder.filter((symptom, at) => inOrder.findIndex((other) => other.kind === symptom.kind) === at);
}

function isTitled(symptom: FoundSymptom, { title }: ReportReadOut): boolean {
  if (!('metric' in symptom)) return false;
  const base = symptom.metric.replace(/^val_/, '');
  const isHeldOut = /\b(?:val|valid|validation|test)\b|\bval_/i.test(title);
  const named = base === 'accuracy' ? /\bacc(?:urac(?:y|ies))?\b/i : new RegExp(`\\b${base.replace(/\W/g, '.')}`, 'i');
  return named.test(title) && symptom.metric.startsWith('val_') === isHeldOut;
}

function symptomOf({ name, values, span }: PrintedMetric): FoundSymptom | null {
  const isLoss = /loss|mse|mae|perplexity/.test(name);
  if (isLoss && values.some((value) => !Number.isFinite(value))) {
    return { kind: 'nonFinite', what: 'loss', confidence: PRINTED, span };
  }
  const [first] = values;
  const last = values.at(-1);
  if (values.length < FEWEST || first === undefined || last === undefined) return null;
  if (values.every((value) => value === first)) {
    return { kind: 'stuckMetric', metric: name, value: first, confidence: SUSPECTED, span };
  }
  const rises = values.every((value, at) => at === 0 || value >= (values[at - 1] ?? value));
  const falls = values.every((value, at) => at === 0 || value <= (values[at - 1] ?? value));
  if (isLoss && rises && last > first * GROWTH) {
    return { kind: 'divergingMetric', metric: name, direction: 'up', confidence: SUSPECTED, span };
  }
  if (!isLoss && falls && first > last * GROWTH) {
    return { kind: 'divergingMetric', metric: name, direction: 'down', confidence: SUSPECTED, span };
  }
  return null;
}

/** The last values of a metric and of its validation. */
function gapOf(metrics: readonly PrintedMetric[]): FoundSymptom | null {
  for (const validation of metrics) {
    if (!validation.name.startsWith('val_')) continue;
    const training = metrics.find(({ name }) => name === validation.name.slice(4));
    const own = training?.values.at(-1);
    const other = validation.values.at(-1);
    if (own === undefined || other === undefined) continue;
    const isLoss = validation.name.includes('loss');
    const scale = Math.max(own, other) > 1 ? 100 : 1;
    const apart = isLoss ? own > 0 && other / own >= LOSS_GAP : (own - other) / scale >= GAP;
    if (!apart) continue;
    return {
      kind: 'metricGap',
      metric: validation.name,
      between: 'trainValidation',
      op: isLoss ? '>=' : '<=',
      value: other,
      confidence: isLoss ? SUSPECTED - 0.05 : SUSPECTED + 0.02,
      span: validation.span,
    };
  }
  return null;
}
