import { longestLiteral, messageFamilies } from './message-families';

/** Words that stand in any sentence. */
const COMMON = new Set(
  'a an the of to in on is are was be been being that this it its for with and or not you your there something about now at from by as has have'.split(
    ' ',
  ),
);
/** Share of a wording's own words that a paraphrase keeps, and the least number of them. */
const SHARE = 0.6;
const FEWEST = 3;

/** A wording that a clause paraphrases: its class, and its longest run of fixed words, as a message to look for. */
export interface NearestWording {
  readonly type: string;
  readonly text: string;
}

/** The wording whose own words a clause holds most of, or null where none is near. */
export function nearestWording(clause: string): NearestWording | null {
  const said = new Set(contentWords(clause));
  let best: { readonly score: number; readonly found: NearestWording } | null = null;
  for (const family of messageFamilies()) {
    for (const wording of family.wordings) {
      const text = longestLiteral(wording);
      const words = [...new Set(contentWords(text))];
      const kept = words.filter((word) => said.has(word)).length;
      const score = kept / words.length;
      if (kept < FEWEST || score < SHARE || (best !== null && score <= best.score)) continue;
      best = {
        score,
        found: { type: wording.types[0] ?? 'Exception', text: text.replace(/^[^\w`'(]+|[^\w`')]+$/g, '') },
      };
    }
  }
  return best?.found ?? null;
}

/** Words without their plural, in lower case; `no` counts, since messages say that something is missing. */
function contentWords(text: string): string[] {
  return (text.toLowerCase().match(/[a-z_]{2,}|\d+d\b/g) ?? [])
    .filter((word) => !COMMON.has(word))
    .map((word) => word.replace(/(?<=[a-z]{3})s$/, ''));
}
