import { readClaim } from './claims/read-claim';
import { courseSigns } from './course-signs';
import type { FoundSymptom } from './find-symptoms';
import { withoutHealthyClauses } from './healthy-clauses';
import type { Sentence } from './sentences';
import { silentSigns } from './silent-signs';

/** A subject and a fault in one sentence are less than a known phrase. */
const CLAIMED = 0.5;
/** The title names what the report is about. */
const IN_TITLE = 0.08;
/** Said before the sign, these words turn it into its opposite or into a wish. */
const TURNED =
  /\b(?:no longer|not|never|without|instead of|fixed|should|would like|want|expect(?:ed)?|hope[ds]?)\s(?:to |the |it to |my |a )?$/i;

/** What the sentences of a report say of a run that ends well but does wrong; each kind of symptom once, the surest. */
export function silentSymptoms(sentences: readonly Sentence[]): FoundSymptom[] {
  const best = new Map<string, FoundSymptom>();
  for (const [at, whole] of sentences.entries()) {
    const sentence = { ...whole, text: withoutHealthyClauses(whole.text) };
    let isRead = false;
    for (const { pattern, confidence, make } of [...silentSigns, ...courseSigns]) {
      const match = pattern.exec(sentence.text);
      if (!match || /\bno longer\b/i.test(match[0]) || TURNED.test(sentence.text.slice(0, match.index))) continue;
      const sighting = make(match, sentence.text);
      if (!sighting) continue;
      const start = sentence.start + match.index;
      const sure = Math.min(1, confidence + (sentence.isTitle ? IN_TITLE : 0));
      const symptom = { ...sighting, confidence: sure, span: { start, end: start + match[0].length } } as FoundSymptom;
      best.set(sighting.kind, better(best.get(sighting.kind), symptom));
      isRead = true;
    }
    const claim = isRead
      ? null
      : readClaim({ text: sentence.text, next: withoutHealthyClauses(sentences[at + 1]?.text ?? '') });
    if (!claim) continue;
    const confidence = CLAIMED + (sentence.isTitle ? IN_TITLE : 0);
    const span = { start: sentence.start, end: sentence.start + sentence.text.length };
    const symptom = { ...claim, confidence, span } as FoundSymptom;
    best.set(claim.kind, better(best.get(claim.kind), symptom));
  }
  return [...best.values()];
}

/** The surer one; of two that are alike the one that tells a number. */
function better(known: FoundSymptom | undefined, other: FoundSymptom): FoundSymptom {
  if (!known) return other;
  if (Math.abs(known.confidence - other.confidence) > 0.1) return known.confidence > other.confidence ? known : other;
  if (GENERAL.test(subjectOf(known)) && !GENERAL.test(subjectOf(other))) return surerOf(other, known);
  // The title names a fault in short; what is told below says in which direction it goes.
  if (isTurned(known, other)) return surerOf(other, known);
  const merged = { ...other, ...known } as Record<string, unknown>;
  for (const key of ['value', 'ratio', 'expected', 'actual', 'bytesPerStep', 'afterSeconds']) {
    const own = (known as Record<string, unknown>)[key];
    if (own === null && sameSubject(known, other)) merged[key] = (other as Record<string, unknown>)[key] ?? null;
  }
  return surerOf(merged as FoundSymptom, other);
}

/** Two claims of one value that differ in nothing but their direction. */
function isTurned(one: FoundSymptom, other: FoundSymptom): boolean {
  if (one.kind !== 'wrongValue' || other.kind !== 'wrongValue') return false;
  return one.what === other.what && one.value === other.value && one.op !== other.op;
}

/** Words that name nothing of a program. */
const GENERAL = /^(?:results?|outputs?|values?|numbers?|answers?)$/;

function surerOf(symptom: FoundSymptom, other: FoundSymptom): FoundSymptom {
  return { ...symptom, confidence: Math.max(symptom.confidence, other.confidence) };
}

function sameSubject(one: FoundSymptom, other: FoundSymptom): boolean {
  const [left, right] = [subjectOf(one), subjectOf(other)];
  return left === right || right === 'output';
}

function subjectOf(symptom: FoundSymptom): string {
  return 'metric' in symptom ? symptom.metric : 'what' in symptom ? symptom.what : '';
}
