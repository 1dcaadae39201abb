import type { ReportReadOut } from '../../protocol/report';
import type { Symptom } from '../../protocol/symptom';
import { atChance } from './chance-level';
import { exceptionSymptoms } from './exception-symptoms';
import { logSymptoms } from './log-symptoms';
import { wordingFinder } from './message-families';
import { processSymptoms } from './process-symptoms';
import { splitSentences } from './sentences';
import { silentSymptoms } from './silent-symptoms';
import { toldExceptions } from './told-exceptions';
import { warningSymptoms } from './warning-symptoms';
import { isAside, weighSymptoms } from './weigh-symptoms';

export interface SymptomSource {
  readonly readOut: ReportReadOut;
  /** The report without hidden text. */
  readonly visible: string;
  /** The report with its code and its printed exceptions blanked out, at the same offsets. */
  readonly prose: string;
}

/** A symptom before it has its number. */
export type FoundSymptom = Symptom extends infer S ? (S extends Symptom ? Omit<S, 'id' | 'author'> : never) : never;

const MOST_SYMPTOMS = 12;

/** What the report says goes wrong, the surest first. Empty where it does not say so in words that are known. */
export function findSymptoms({ readOut, visible, prose }: SymptomSource): Symptom[] {
  const sentences = splitSentences(prose, readOut.titleSpan);
  const printed = exceptionSymptoms(readOut);
  const ends = processSymptoms({ readOut, prose });
  const warnings = warningSymptoms(readOut, prose);
  // A printed message speaks of shapes, types and values itself, and so does the prose around it; not one that is set aside.
  const speaks = printed.some((symptom) => !isAside(symptom, readOut, visible, sentences));
  const isTold = printed.length === 0 && ends.length === 0 && warnings.length === 0;
  const told = isTold ? toldExceptions({ sentences, readOut, findWordings: wordingFinder() }) : [];
  // A message that is told speaks of shapes and types as a printed one does.
  const spoken = speaks || told.some((symptom) => symptom.kind === 'exception' && symptom.message !== null);
  const titled = new Set(silentSymptoms(sentences.filter(({ isTitle }) => isTitle)).map(({ kind }) => kind));
  const silent = [...logSymptoms(readOut, visible), ...silentSymptoms(sentences)].filter(
    ({ kind }) => titled.has(kind) || !(speaks ? /^wrong/.test(kind) : spoken && /^wrong(?:Shape|Type)$/.test(kind)),
  );
  const found = [...printed, ...ends, ...warnings, ...told, ...silent].filter(
    (symptom, at, all) => all.findIndex((other) => isOneSymptom(other, symptom)) === at,
  );
  const leveled = found.map((symptom) => atChance(symptom, readOut, visible, prose));
  return weighSymptoms({ found: leveled, readOut, visible, sentences })
    .map((symptom, order) => ({ symptom, order }))
    .sort((a, b) => b.symptom.confidence - a.symptom.confidence || a.order - b.order)
    .slice(0, MOST_SYMPTOMS)
    .map(({ symptom }, index) => ({ ...symptom, id: `symptom-${index + 1}`, author: 'report' }) as Symptom);
}

/** Several exceptions and warnings may be told apart by their words; of the other kinds a report has one each. */
function isOneSymptom(one: FoundSymptom, other: FoundSymptom): boolean {
  return one === other || (one.kind === other.kind && one.kind !== 'exception' && one.kind !== 'warning');
}
