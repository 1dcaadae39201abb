import type { ReportReadOut } from '../../protocol/report';
import { countClasses } from './count-classes';
import type { FoundSymptom } from './find-symptoms';

const SAYS_CHANCE = /\b(?:chance|random|guess(?:es|ing)?)\b/i;
const ACCURACY = /^(?:val_)?acc(?:uracy)?$/;
/** How near a told accuracy lies to one part of the classes, to be that. */
const SAME = 0.15;

/**
 * An accuracy that does not move, said to lie at chance or told with the very number: with how many classes the report's labels
 * have, so that a run with other data of as many can be compared.
 */
export function atChance(symptom: FoundSymptom, readOut: ReportReadOut, visible: string, prose: string): FoundSymptom {
  if (symptom.kind !== 'stuckMetric' || !ACCURACY.test(symptom.metric)) return symptom;
  const said = symptom.span ? visible.slice(symptom.span.start, symptom.span.end) : '';
  const around = symptom.span ? sentenceAround(visible, symptom.span.start) : '';
  if (symptom.value === null && !SAYS_CHANCE.test(`${said} ${around}`)) return symptom;
  const classes = countClasses(readOut, prose);
  if (classes === null) return symptom;
  const level = 1 / classes;
  if (symptom.value !== null && Math.abs(symptom.value - level) > SAME * level) return symptom;
  return { ...symptom, value: symptom.value ?? level, classes };
}

function sentenceAround(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 200), at);
  const after = text.slice(at, at + 200);
  return `${before.slice(Math.max(0, before.lastIndexOf('. ')))}${/^[^.\n]*/.exec(after)?.[0] ?? ''}`;
}
