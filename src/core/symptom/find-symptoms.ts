import type { ReportReadOut } from '../../protocol/report';
import type { Symptom } from '../../protocol/symptom';
import { exceptionSymptoms } from './exception-symptoms';
import { processSymptoms } from './process-symptoms';
import { silentSymptoms } from './silent-symptoms';
import { warningSymptoms } from './warning-symptoms';

export interface SymptomSource {
  readonly readOut: ReportReadOut;
  /** The report with its code blanked out, at the same offsets. */
  readonly prose: string;
}

/** A symptom before it has its number. */
export type FoundSymptom = Symptom extends infer S ? (S extends Symptom ? Omit<S, 'id' | 'author'> : never) : never;

const MOST_SYMPTOMS = 12;

/** What the report says goes wrong, the surest first. Empty where it does not say so in words that are known. */
export function findSymptoms(source: SymptomSource): Symptom[] {
  const found: FoundSymptom[] = [
    ...exceptionSymptoms(source.readOut),
    ...processSymptoms(source),
    ...warningSymptoms(source.readOut, source.prose),
    ...silentSymptoms(source),
  ];
  return found
    .map((symptom, order) => ({ symptom, order }))
    .sort((a, b) => b.symptom.confidence - a.symptom.confidence || a.order - b.order)
    .slice(0, MOST_SYMPTOMS)
    .map(({ symptom }, index) => ({ ...symptom, id: `symptom-${index + 1}`, author: 'report' }) as Symptom);
}
