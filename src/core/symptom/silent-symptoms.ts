import type { Span } from '../../protocol/primitives';
import type { FoundSymptom, SymptomSource } from './find-symptoms';

const PRINTED_NAN = /\b(?:\w{0,20}loss)\b["']?\s{0,3}[:=]?\s{0,3}(?:nan|inf)\b/i;

interface Sign {
  readonly pattern: RegExp;
  readonly make: (span: Span) => FoundSymptom;
}

/** What a reporter says of a run that ends well but does wrong. Words are a guess, and the confidence says so. */
const signs: readonly Sign[] = [
  {
    pattern: /\bloss\b[^.\n]{0,60}\b(?:is|becomes|turns into|goes to|=)\s{1,3}(?:nan|inf)\b|\bnan loss\b/i,
    make: (span) => ({ kind: 'nonFinite', what: 'loss', confidence: 0.7, span }),
  },
  {
    pattern:
      /\b(accuracy|loss)\b[^.\n]{0,60}\b(?:stuck|stays? (?:the )?(?:same|at)|never changes|does(?:n't| not) change|is (?:frozen|constant|the same))/i,
    make: (span) => ({ kind: 'stuckMetric', metric: 'loss', value: null, confidence: 0.5, span }),
  },
  {
    pattern: /\bloss\b[^.\n]{0,40}\b(?:goes up|rises|increases|diverges|keeps increasing)/i,
    make: (span) => ({ kind: 'divergingMetric', metric: 'loss', direction: 'up', confidence: 0.5, span }),
  },
  {
    pattern: /\b(?:much|times|\d+x|far) (?:slower|as long)\b|\bis (?:very |extremely )?slow\b/i,
    make: (span) => ({ kind: 'slow', what: '', ratio: null, confidence: 0.4, span }),
  },
];

/** Symptoms without an end of the program, where the report says them plainly. */
export function silentSymptoms({ readOut, prose }: SymptomSource): FoundSymptom[] {
  const found: FoundSymptom[] = [];
  const printed = readOut.blocks.find((block) => block.kind !== 'snippet' && PRINTED_NAN.test(block.text));
  if (printed) found.push({ kind: 'nonFinite', what: 'loss', confidence: 0.85, span: printed.span });
  const text = prose.slice(0, 200_000);
  for (const sign of signs) {
    const match = sign.pattern.exec(text);
    if (!match) continue;
    const made = sign.make({ start: match.index, end: match.index + match[0].length });
    const metric = match[1]?.toLowerCase();
    const named = made.kind === 'stuckMetric' && metric ? { ...made, metric } : made;
    if (!found.some((other) => other.kind === named.kind)) found.push(named);
  }
  return found;
}
