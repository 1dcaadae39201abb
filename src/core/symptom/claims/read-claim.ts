import type { Sighting } from '../silent-signs';
import { claimRules, type Claim } from './claim-rules';

/** Longer sentences are lists and logs that lost their line breaks. */
const LONGEST = 400;
/** Wishes, advice and questions about something else claim nothing. */
const NO_CLAIM =
  /^(?:how (?:can|do|should|would) (?:i|we|one) (?:make|write|implement|plot|save|build|get)|i(?: also)? tried\b|thanks|thank you)/i;

/** What is over, what is wished, and what is done on purpose. What should be has its place in what is said of shapes and types. */
const ERROR =
  /(?<!\b(?:no|any|without|without an|not an) )\b(?:rais(?:es?|ed|ing)|errors?|exceptions?|throws?|crash(?:es|ed)?|fails? with)\b/i;
const NOT_SO =
  /\b(?:no longer|any longer|used to|would like|hope[ds]?|freez(?:e|ing)|frozen (?:layers?|backbone|base|encoder)|(?:outputs?|loss|probabilities|accuracy|weights|gradients?|it|they) should\b)/i;

/** What a sentence claims by a subject and a fault in it, where no known phrase was found. Null: nothing that can be checked. */
export function readClaim(claim: Claim): Sighting | null {
  const text = claim.text.slice(0, LONGEST);
  if (NO_CLAIM.test(text.trim()) || NOT_SO.test(text) || ERROR.test(text)) return null;
  const next = claim.next.slice(0, LONGEST);
  for (const rule of claimRules) {
    const sighting = rule({ text, next });
    if (sighting) return sighting;
  }
  return null;
}
