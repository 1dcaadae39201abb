import type { ReportReadOut } from '../../protocol/report';
import { readNumber } from './read-number';

/** What reporters say of their labels. */
const SAID =
  /\b(\d{1,5}|two|three|four|five|six|seven|eight|nine|ten|(?:a |one )?hundred)(?:[ -](?:different|balanced|possible|target|output|object|image))?[ -](?:class(?:es)?|categor(?:y|ies)|labels)\b/i;
const TWO =
  /\bbinary (?:\w+ )?(?:classif\w+|labels?|problem|task|targets?)\b|\bcats? ?(?:and|or|vs\.?|versus|\/) ?dogs?\b/i;
/** What code says of them, the surer first. The last layer is the last in the text. */
const CODED: readonly RegExp[] = [
  /\b(?:num|n|nb|number_of|no_of)_?(?:classes|labels|categories)\s{0,3}[=:]\s{0,3}(\d{1,5})\b/gi,
  /\bclasses\s{0,3}=\s{0,3}(\d{1,5})\b/gi,
  /\bDense\(\s{0,8}(?:units\s{0,3}=\s{0,3})?(\d{1,5})\s{0,8},[^()\n]{0,80}softmax/gi,
];
const ONE_OUTPUT =
  /\bDense\(\s{0,8}(?:units\s{0,3}=\s{0,3})?1\s{0,8},[^()\n]{0,80}sigmoid|\bBCE(?:WithLogits)?Loss\b|\bbinary_crossentropy\b/;
const LINEAR = /\bLinear\([^()\n]{1,60},\s{0,8}(?:out_features\s{0,3}=\s{0,3})?(\d{1,5})\s{0,8}(?:,[^()\n]{0,40})?\)/g;
const MANY_CLASSED = /\b(?:CrossEntropyLoss|cross_entropy|nll_loss|NLLLoss|log_softmax)\b/;
/** Public data sets, by the number of their classes. */
const SETS: readonly (readonly [RegExp, number])[] = [
  [/\bcifar-?100\b/i, 100],
  [/\b(?:fashion[-_ ]?|k)?mnist\b|\bcifar-?10\b|\bsvhn\b|\bload_digits\b|\bstl-?10\b/i, 10],
  [/\bimagenet\b/i, 1000],
  [/\b(?:load_)?iris\b/i, 3],
  [/\bimdb\b|\bload_breast_cancer\b/i, 2],
];
const LONGEST = 200_000;

/** How many classes a report's labels have, by its words, its code, or the data set it names. Null: it does not tell. */
export function countClasses({ blocks }: Pick<ReportReadOut, 'blocks'>, prose: string): number | null {
  const text = prose.slice(0, LONGEST);
  const code = blocks
    .filter(({ kind }) => kind === 'snippet')
    .map((block) => block.text)
    .join('\n')
    .slice(0, LONGEST);
  const said = SAID.exec(text)?.[1]?.toLowerCase();
  const counted = said?.endsWith('hundred') ? 100 : readNumber(said);
  if (counted !== null && counted >= 2) return counted;
  if (TWO.test(text)) return 2;
  for (const pattern of CODED) {
    const last = [...code.matchAll(pattern)].at(-1)?.[1];
    if (last !== undefined && Number(last) >= 2) return Number(last);
  }
  if (ONE_OUTPUT.test(code)) return 2;
  const linear = MANY_CLASSED.test(code) ? [...code.matchAll(LINEAR)].at(-1)?.[1] : undefined;
  if (linear !== undefined && Number(linear) >= 2) return Number(linear);
  return SETS.find(([name]) => name.test(text) || name.test(code))?.[1] ?? null;
}
