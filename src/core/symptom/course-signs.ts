import { NUMBER, readNumber } from './read-number';
import type { Sighting } from './silent-signs';

interface CourseSign {
  readonly pattern: RegExp;
  readonly confidence: number;
  readonly make: (match: RegExpExecArray, sentence: string) => Sighting | null;
}

const sign = (pattern: string, confidence: number, make: CourseSign['make']): CourseSign => ({
  // A dot within a number or a name ends no sentence.
  pattern: new RegExp(pattern.replaceAll('[^.]', String.raw`(?:[^.]|\.(?=\w))`), 'i'),
  confidence,
  make,
});

const shape = String.raw`[([][\d ,?x-]{0,60}(?:None[\d ,?x-]{0,60}){0,4}[)\]]`;
const dtype = String.raw`(?:torch\.|tf\.|np\.)?(?:float(?:16|32|64)?|bfloat16|double|half|u?int(?:8|16|32|64)?|long|bool|complex(?:64|128)?|str(?:ing)?|list|tuple|dict|none(?:type)?|ndarray|tensor)`;
const units: Readonly<Record<string, number>> = {
  b: 1,
  kb: 1e3,
  kib: 1024,
  mb: 1e6,
  mib: 2 ** 20,
  gb: 1e9,
  gib: 2 ** 30,
};
const seconds: Readonly<Record<string, number>> = {
  s: 1,
  sec: 1,
  second: 1,
  min: 60,
  minute: 60,
  hour: 3600,
  h: 3600,
  day: 86400,
};

/** Shapes, types, time, memory, saved state and chance: what reporters say of them. A data table. */
export const courseSigns: readonly CourseSign[] = [
  sign(
    String.raw`\b(?:shapes?|size|dims?|dimensions?|axis|axes|rank|ndim)\b[^.]{0,50}?\b(?:(?:is|are|gets?|was) (?:lost|dropped|missing|wrong|incorrect|unknown|unexpected|reversed|swapped)|instead of|rather than|but (?:got|get|is|returns?)|becomes? none)\b|\b(?:forgets?|loses?|drops?|ignores?|swaps?) (?:the )?(?:size|shape|dims?|dimensions?|axis|axes|rank|(?:first|last|batch|channel) (?:dim(?:ension)?|axis))|\b(?:wrong|incorrect|unexpected|missing) (?:output )?(?:shape|dimensions?|rank|axis)\b(?! error| mismatch)`,
    0.55,
    (match, sentence) =>
      /\b(?:error|exception|mismatch|complain|fails? with)/i.test(match[0])
        ? null
        : { kind: 'wrongShape', what: thing(sentence, 'output'), ...sides(sentence, shape) },
  ),
  sign(
    String.raw`\b(?:returns?|gives?|got|get|getting|outputs?|produces?|is|has) (?:a |an |the )?(?:tensor |array )?(?:of )?(?:shape )?${shape} (?:instead of|rather than|where|but)\b[^.]{0,30}${shape}`,
    0.6,
    (_, sentence) => ({
      kind: 'wrongShape',
      what: thing(sentence, 'output'),
      ...sides(sentence, shape),
    }),
  ),
  sign(
    String.raw`\b(?:dtype|type)\b[^.]{0,40}?\b(?:is|are|becomes?|changes? to|gets?)\b[^.]{0,20}\b${dtype}\b[^.]{0,30}\b(?:instead of|rather than|although|not|but)\b|\b(?:returns?|gives?|got|get|getting|outputs?|produces?|is|has|have) (?:a |an |the )?(?:d?type |data type )?\W?(${dtype})\b\W? (?:instead of|rather than|and not) (?:a |an |the )?\W?${dtype}\b|\bwrong (?:d?type|data type)\b`,
    0.55,
    (_, sentence) => ({
      kind: 'wrongType',
      what: thing(sentence, 'output'),
      ...sides(sentence, String.raw`\b${dtype}\b`),
    }),
  ),
  sign(
    String.raw`\b(?:returns?|gives?|prints?|outputs?|computes?|shows?|yields?|get|got|is) (?:me )?(${NUMBER})\b(?: %)?,? (?:instead of|rather than|where|but (?:it )?(?:should|expected)|while) [^.]{0,30}?(${NUMBER})\b`,
    0.55,
    (match, sentence) => ({
      kind: 'wrongValue',
      what: thing(sentence, 'output'),
      op: '==',
      value: readNumber(match[1]),
    }),
  ),
  sign(
    String.raw`\bexpected\b[^.]{0,20}?(${NUMBER})\b[^.]{0,10}\b(?:but )?(?:got|get|is|returns?) (${NUMBER})\b`,
    0.5,
    (match, sentence) => ({
      kind: 'wrongValue',
      what: thing(sentence, 'output'),
      op: '==',
      value: readNumber(match[2]),
    }),
  ),
  sign(
    String.raw`\b(?:wrong|incorrect|inaccurate|bogus) (result|value|output|answer|gradient|prediction|number|sum|mean|loss|accuracy|metric|count)s?\b|\b(?:counted|applied|called|summed) twice\b`,
    0.45,
    (match) => ({
      kind: 'wrongValue',
      what: match[1]?.toLowerCase() ?? 'count',
      op: '==',
      value: null,
    }),
  ),
  sign(
    String.raw`\b(?:(?:loaded|reloaded|restored|saved) (?:model|weights?|network|checkpoint|state)\b[^.]{0,60}\b(?:different(?:ly)?|differs?|not (?:the same|equal)|wrong|random|worse|chance|drops?|lower)|(?:after|when|once|upon) (?:\w+ ){0,3}(?:load|reload|restor)\w*\b[^.]{0,120}\b(?:different|differs?|not (?:the same|equal|match)|random|worse|chance|drops?|lower|lost|reset)|(?:different|worse|lower|random|lost|drops?)\b[^.]{0,60}\b(?:after|when|once|upon) (?:\w+ ){0,3}(?:\w+\.)?(?:load|reload|restor|sav)\w*)`,
    0.65,
    (_, sentence) =>
      // Asked again after it was loaded, it answers otherwise: loading has no part in that.
      variesFrom(sentence) === 'output of each call' && AGAIN.test(sentence) && !BESIDE_LOADING.test(sentence)
        ? null
        : {
            kind: 'saveLoadMismatch',
            what:
              /\b(weights|accuracy)\b/i.exec(sentence.replace(/\bweight\b/gi, 'weights'))?.[1]?.toLowerCase() ??
              'output',
          },
  ),
  sign(
    String.raw`\b(?:different|differs?|differing|var(?:y|ies)|changes?|not (?:the same|identical|equal))\b[^.]{0,50}\b(?:(?:on |in |at |with |for )?(?:each|every) (?:run|time|execution|call|start)|(?:between|across|from) (?:two |several |the |identical )?runs?|from run to run|run to run|each time)\b|\bnon-?determinis\w+|\b(?:not|isn't|aren't) (?:deterministic|reproducible)\b|\birreproducib\w+|\b(?:same|fixed|set(?:ting)?|manual)\b[^.]{0,30}\bseeds?\b[^.]{0,80}\b(?:different|differs?|var(?:y|ies))\b|\b(?:different|var(?:y|ies))\b[^.]{0,60}\b(?:same|fixed|despite|even (?:with|though)|although)\b[^.]{0,40}\bseed`,
    0.62,
    (_, sentence) => ({ kind: 'nonDeterminism', what: variesFrom(sentence) }),
  ),
  sign(
    String.raw`\bmemory[ -]leaks?\b|\bleak(?:s|ing)? (?:\w+ ){0,2}memory\b|\b(?:memory|ram|vram)\b[^.]{0,50}?\b(?:grow(?:s|ing)?|increas(?:es?|ing)|keeps? (?:growing|increasing|rising)|climb(?:s|ing)?|go(?:es|ing) up|ris(?:es?|ing)|accumulat\w+|fills? up|never (?:freed|released))\b`,
    0.68,
    (_, sentence) => ({
      kind: 'memoryGrowth',
      bytesPerStep: bytesIn(sentence),
    }),
  ),
  sign(
    String.raw`\b(?:(?:much|far|way|significantly|extremely|considerably|a lot|even|times|${NUMBER} ?x|${NUMBER} times) slower|slower (?:than|when|with|if)|times as long|twice as long|(?:times|x) (?:longer|as slow)|too slow|very slow|extremely slow|slow(?:s|ed)? down|takes? (?:forever|ages|much longer|far longer|way longer)|performance regression|slow-?down)\b`,
    0.58,
    (_, sentence) => ({ kind: 'slow', what: thing(sentence, 'run'), ratio: ratioIn(sentence) }),
  ),
  sign(
    String.raw`\b(?:hangs?|hanging|hung|freezes?(?: forever| completely)?(?! the (?:layers?|weights?|backbone|encoder))|froze|deadlock(?:s|ed)?|never (?:returns|finish(?:es)?|ends|terminates|completes)|(?:does|do)(?:n't| not) (?:return|terminate|finish|ever end)|stuck (?:forever|indefinitely|at the (?:first|very|beginning|end)|before|while|on|in (?:the|an?) (?:loop|call|infinite))|waits? forever|blocks? (?:forever|indefinitely)|infinite loop)\b`,
    0.6,
    (_, sentence) =>
      /\b(?:loss|accuracy|acc)\b[^.]{0,40}\bstuck\b/i.test(sentence)
        ? null
        : { kind: 'hang', afterSeconds: secondsIn(sentence) },
  ),
];

/** What is said to differ, from run to run or, where a model is asked the same again, from call to call. */
export function variesFrom(sentence: string): string {
  if (/\bloss(?:es)?\b/i.test(sentence)) return 'loss';
  if (/\bweights?\b/i.test(sentence)) return 'weights';
  return OF_CALLS.test(sentence) && !OF_RUNS.test(sentence) ? 'output of each call' : 'output';
}

/** A model that is asked again, with the same. */
const OF_CALLS =
  /\b(?:(?:each|every) (?:time (?:I|we|you|it)(?:['’]m| am| is)? (?:\w+ )?(?:call|ask|predict|feed|pass|forward|evaluate|infer|query|test)\w*|call|prediction|inference|forward pass)|call(?:ed|ing)?\b[^.]{0,30}\b(?:twice|again|repeatedly|(?:several|multiple|two|many) times)|(?:from )?call to call|(?:the |exactly the |exact )?same (?:input|image|picture|photo|tensor|sample|sentence|text|data ?point|array|row|example)s?)\b/i;
const AGAIN =
  /\b(?:(?:each|every) (?:time|call)|twice|call to call|(?:several|multiple|many) times|(?:again and|over and over) again)\b/i;
/** What is compared is the time before with the time after. */
const BESIDE_LOADING =
  /\b(?:before|after|than (?:the )?(?:original|before|during)|original (?:model|network)|(?:each|every) time (?:I|we) (?:re)?(?:load|restor|sav)\w*|(?:load|restor|sav)\w* (?:it |the model |them )?(?:each|every) time)\b/i;
/** A program that is run again, or chance that a seed should fix. */
const OF_RUNS =
  /\b(?:runs?|re-?run\w*|re-?start\w*|execut\w+|seed\w*|machines?|train(?:ing|ed)?|retrain\w*|notebook|script|program)\b/i;

/** What the sentence speaks of: a name in backticks, else a dotted call, else the word given. */
function thing(sentence: string, otherwise: string): string {
  return (
    /`([\w.]{2,60})(?:\([^`]{0,40}\))?`/.exec(sentence)?.[1] ??
    /\b((?:torch|tf|np|nn|keras|F)\.[\w.]{2,60})/.exec(sentence)?.[1] ??
    otherwise
  );
}

/** The two sides of `A instead of B`, `expected B but got A`, `should be B`, `need the shape B`. */
function sides(sentence: string, pattern: string): { expected: string | null; actual: string | null } {
  const after = (words: string): string | null =>
    new RegExp(`(?:${words})[^.]{0,30}?(${pattern})`, 'i').exec(sentence)?.[1] ?? null;
  const expected = after(
    String.raw`\binstead of\b|\brather than\b|\bexpect(?:ed|s)?\b|\bshould (?:be|have)\b|\bneeds?\b|\bwant(?:ed)?\b`,
  );
  const told = after(
    String.raw`\bbut (?:got|get|is|returns?|has)\b|\bgot\b|\breturns?\b|\bgives?\b|\bbecomes?\b|\bis\b`,
  );
  const before = new RegExp(`(${pattern})[\\s,:\`]{0,4}(?:instead of|rather than)\\b`, 'i').exec(sentence)?.[1] ?? null;
  const actual = told === expected ? before : (told ?? before);
  return { expected, actual: actual === expected ? null : actual };
}

function ratioIn(sentence: string): number | null {
  if (/\btwice as long\b/i.test(sentence)) return 2;
  const match = new RegExp(String.raw`\b(${NUMBER})(?:\.\d+)? ?(?:x|times)\b`, 'i').exec(sentence);
  const ratio = readNumber(match?.[1]);
  return ratio !== null && ratio > 1 ? ratio : null;
}

function bytesIn(sentence: string): number | null {
  const match =
    /(\d{1,9}(?:\.\d{1,6})?) ?([kmg]i?b|b)\b[^.]{0,12}(?:per|each|every|an?) (?:step|iteration|batch|epoch|call)/i.exec(
      sentence,
    );
  const unit = units[match?.[2]?.toLowerCase() ?? ''];
  return match && unit !== undefined ? Math.round(Number(match[1]) * unit) : null;
}

function secondsIn(sentence: string): number | null {
  const match = new RegExp(String.raw`\b(${NUMBER}) ?(seconds?|secs?|s|minutes?|mins?|hours?|h|days?)\b`, 'i').exec(
    sentence,
  );
  const value = readNumber(match?.[1]);
  const unit = seconds[(match?.[2] ?? '').toLowerCase().replace(/(?<=..)s$/, '')];
  return value !== null && value > 0 && unit !== undefined ? value * unit : null;
}
