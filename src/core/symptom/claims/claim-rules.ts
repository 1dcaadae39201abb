import { readNumber } from '../read-number';
import { variesFrom } from '../course-signs';
import type { Sighting } from '../silent-signs';
import { bareShape, metricIn, nameIn, overlapIn, typeName } from './named-things';
import { patterns } from './patterns';

/** A sentence with the one after it, in which a report often says what it expected. */
export interface Claim {
  readonly text: string;
  readonly next: string;
}

type Rule = (claim: Claim) => Sighting | null;

/** What a sentence claims, the more special before the more general. Each looks for a subject and what is said of it. */
export const claimRules: readonly Rule[] = [
  afterLoading,
  fromRunToRun,
  wrongShape,
  wrongType,
  ({ text }) => (patterns.memoryGrows.test(text) ? { kind: 'memoryGrowth', bytesPerStep: null } : null),
  slow,
  gap,
  notFinite,
  beyondItsRange,
  ({ text }) =>
    patterns.noGradient.test(text) && !/zero_grad|zero out|(?:set|reset) to zero/i.test(text)
      ? { kind: 'wrongValue', what: 'gradient', op: '==', value: 0 }
      : null,
  ({ text }) => (patterns.noFit.test(text) ? { kind: 'wrongValue', what: 'score', op: '<=', value: 0.2 } : null),
  nothingAtAll,
  oneLevel,
  idleWeights,
  ({ text }) => {
    const match = patterns.sameMetric.exec(text);
    return match ? { kind: 'stuckMetric', metric: metricIn(match[0]), value: null } : null;
  },
  ({ text }) =>
    patterns.lossGrows.test(text)
      ? { kind: 'divergingMetric', metric: /\bval/i.test(text) ? 'val_loss' : 'loss', direction: 'up' }
      : null,
  lowAccuracy,
];

function afterLoading({ text, next }: Claim): Sighting | null {
  const loads =
    /\b(?:load(?:ed|ing|s)?|load_\w+|restor\w+|reload\w*|checkpoints?|saved?|saving|torch\.load|from_pretrained)\b/i;
  if (!loads.test(text)) return null;
  const both = `${text} ${next}`;
  const fell = /\b(?:before|after) (?:sav|load)/i.test(both) && (both.match(/\d+ ?%/g)?.length ?? 0) >= 2;
  const setAside =
    /\b(?:error|exception|dataset|data set|csv|images?|rate|optimi[sz]er|format|file)\b/i.test(text) && !fell;
  if (setAside || !(fell || patterns.worseAfterLoading.test(text))) return null;
  return { kind: 'saveLoadMismatch', what: /\baccurac/i.test(text) ? 'accuracy' : 'output' };
}

function fromRunToRun({ text, next }: Claim): Sighting | null {
  const again =
    /\b(?:(?:every|each) (?:time|run|start|execution)|run(?:s)? (?:it |this |the code )?(?:twice|again|several times)|two runs|between runs|restart\w*|re-?run\w*|seed\w*|manual_seed|set_seed|random_state)\b/i.test(
      text,
    );
  const notAgain =
    /\b(?:cannot|can['’]t|could not|not|n['’]t|un(?:able|possible)|impossible|fail\w*)\b[^.]{0,40}\breproduc(?:e|ible|ibility)\b/i.test(
      text,
    );
  const differs = patterns.other.test(text) && patterns.anything.test(text);
  if (!(notAgain && (again || /\bresults?\b/i.test(text))) && !(again && differs)) return null;
  // From epoch to epoch, and from split to split, one expects it.
  if (/\b(?:each|every) (?:epoch|batch|step|iteration|sample|fold)\b/i.test(text)) return null;
  const what = /\bloss(?:es)?\b/i.test(next) ? 'loss' : variesFrom(text);
  return { kind: 'nonDeterminism', what };
}

function wrongShape({ text, next }: Claim): Sighting | null {
  const own = text.match(patterns.shapes) ?? [];
  const all = [...own, ...(next.match(patterns.shapes) ?? [])];
  const [first] = own;
  if (first !== undefined && all.some((shape) => shape !== first)) {
    const wished = patterns.wishedShape.exec(`${text} ${next}`)?.[1];
    const actual = all.find((shape) => shape !== wished);
    if (wished === undefined || actual === undefined) return null;
    return { kind: 'wrongShape', what: nameIn(text), expected: bareShape(wished), actual: bareShape(actual) };
  }
  if (first !== undefined && /\b(?:scalar|single (?:number|value)|one (?:number|value))\b/i.test(text)) {
    return { kind: 'wrongShape', what: nameIn(text), expected: null, actual: bareShape(first) };
  }
  const axis =
    /\b(?:extra|additional|superfluous|unwanted|batch|channel|time|last|first)[ -](?:batch[ -])?(?:dim(?:ension)?|axis)\b/i.test(
      text,
    );
  const moved =
    /\b(?:adds?|removes?|drops?|loses?|lacks?|missing|extra|additional|superfluous|unwanted|any ?more)\b/i.test(text);
  return axis && moved
    ? {
        kind: 'wrongShape',
        what: nameIn(text),
        expected: null,
        actual: first === undefined ? null : bareShape(first),
      }
    : null;
}

function wrongType({ text, next }: Claim): Sighting | null {
  if ((text.match(patterns.types) ?? []).length === 0) return null;
  const both = `${text} ${next}`;
  const [actual, expected] = both.match(patterns.types) ?? [];
  if (!/\b(?:want(?:ed)?|need|expect(?:ed)?|should be|instead of|rather than)\b/i.test(both)) return null;
  if (actual === undefined || expected === undefined || actual.toLowerCase() === expected.toLowerCase()) return null;
  return { kind: 'wrongType', what: nameIn(text), expected: typeName(expected), actual: typeName(actual) };
}

const unit = String.raw`(s|sec(?:onds?)?|ms|min(?:utes?)?)`;
const twoTimes = new RegExp(
  String.raw`\b(\d+(?:\.\d+)?) ?${unit}\b[^.]{0,60}?\b(?:against|vs\.?|versus|just|only|instead of|compared to|while|but|whereas|the \w+)\b[^.]{0,30}?\b(\d+(?:\.\d+)?) ?${unit}?\b`,
  'i',
);

function slow({ text, next }: Claim): Sighting | null {
  const slower =
    /\b(?:slow(?:er|s|ed)?\b|takes? (?:\w+ ){0,3}?longer|longer than|takes? (?:forever|ages|too long)|\d+ ?x slower)/i.test(
      text,
    );
  const pair = twoTimes.exec(`${text} ${next}`);
  if (!slower && !(pair && /\b(?:takes?|needs?|per call|per epoch|time)\b/i.test(text))) return null;
  const [a, b] = [Number(pair?.[1]), Number(pair?.[3])];
  const ratio = pair && (pair[4] ?? pair[2]) === pair[2] && a > 0 && b > 0 ? Math.max(a, b) / Math.min(a, b) : 1;
  const told = Number(/\b(\d{1,6}(?:\.\d+)?) ?(?:x|times) slower/i.exec(text)?.[1] ?? ratio);
  return { kind: 'slow', what: nameIn(text, 'run'), ratio: told > 1 ? Math.round(told * 10) / 10 : null };
}

function gap({ text, next }: Claim): Sighting | null {
  if (!patterns.bothSides.test(text)) return null;
  const isLoss = /\bloss\b/i.test(text) && !/\bacc/i.test(text);
  const against = /\b(?:gap|overfit\w*|differ\w*|worse|lower|higher|but|while|whereas|vs\.?|versus|against)\b/i.test(
    text,
  );
  const numbers = [...text.matchAll(patterns.values)]
    .map((match) => readNumber(match[1], match[2] !== undefined))
    .filter((value) => value !== null);
  const size = Math.max(...numbers.map(Math.abs), 1e-9);
  const apart = numbers.length >= 2 && Math.max(...numbers) - Math.min(...numbers) >= 0.15 * size;
  const words = /\b(?:nothing right|(?:far|much|way) worse|gets? (?:nothing|none)|(?:large|big|huge) gap)\b/i.test(
    `${text} ${next}`,
  );
  if (!against || !(apart || words)) return null;
  const metric = isLoss ? 'val_loss' : 'val_accuracy';
  return { kind: 'metricGap', metric, between: 'trainValidation', op: isLoss ? '>=' : '<=', value: null };
}

function notFinite({ text }: Claim): Sighting | null {
  if (!/(?<![\w-])(?:nans?|-?inf(?:inity)?)(?![\w-])/i.test(text)) return null;
  const cleaned =
    /\b(?:no|without|not|never|remove\w*|drop\w*|check(?:ed|s)? for|filter\w*) (?:any |the |more |rows with )?(?:nans?|inf)/i;
  const said =
    /\b(?:is|are|becomes?|became|returns?|gives?|gets?|got|turns?|outputs?|produces?|shows?|goes|prints?|yields?|loss|everything)\b/i;
  if (cleaned.test(text) || !said.test(text)) return null;
  if (patterns.gradient.test(text)) return { kind: 'nonFinite', what: 'gradient' };
  if (patterns.loss.test(text) || /divergence/i.test(text)) return { kind: 'nonFinite', what: 'loss' };
  return { kind: 'nonFinite', what: patterns.parameter.test(text) ? 'weight' : 'output' };
}

/** A loss below zero, probabilities that do not sum to one, a share above one. */
function beyondItsRange({ text, next }: Claim): Sighting | null {
  const isMeant = /\bnegative (?:log|of|samples?|class(?:es)?|examples?|sampling|pairs?)\b/i.test(text);
  if (patterns.negativeLoss.test(text) && !isMeant) return { kind: 'wrongValue', what: 'loss', op: '<', value: 0 };
  if (/\b(?:sums?|add(?:s|ing)? up)\b/i.test(text) && patterns.sumOf.test(text)) {
    const both = `${text} ${next}`;
    if (!/\b(?:not|instead|something like|to \d|sum is)\b|n['’]t/i.test(both)) return null;
    const told = Number(
      /\b(?:sums?(?: up)?(?: is| are)?|adds? up|instead|like|about|around|only)(?: to| of| is)?(?: about| around| only| something like)? (\d+(?:\.\d+)?)(?![\d%])/i.exec(
        both.replace(/\bto (?:1|one)\b(?!\.\d)/g, ''),
      )?.[1] ?? Number.NaN,
    );
    const isLess =
      told < 1 || (Number.isNaN(told) && /\b(?:less than|below|smaller|too (?:small|low)|under) /i.test(both));
    return { kind: 'wrongValue', what: 'sum', op: isLess ? '<' : '>', value: 1 };
  }
  if (!patterns.beyondOne.test(text)) return null;
  const what = overlapIn(text) ?? (patterns.accuracy.test(text) ? 'accuracy' : 'prediction');
  return { kind: 'wrongValue', what, op: '>', value: /100 ?(?:%|percent)/.test(text) ? 100 : 1 };
}

/** An accuracy, a loss or predictions that are zero throughout. */
function nothingAtAll({ text, next }: Claim): Sighting | null {
  const rate = /\bclass 0\b/i.test(text) ? null : patterns.zeroRate.exec(text);
  if (rate) {
    return /\bval/i.test(rate[0]) && /\btrain/i.test(`${text} ${next}`)
      ? { kind: 'metricGap', metric: 'val_accuracy', between: 'trainValidation', op: '<=', value: 0 }
      : { kind: 'stuckMetric', metric: metricIn(rate[0]), value: 0 };
  }
  if (patterns.zeroLoss.test(text)) {
    return /\bconverges? to (?:zero|0)|should|expect/i.test(text)
      ? null
      : { kind: 'stuckMetric', metric: 'loss', value: 0 };
  }
  return patterns.zeroPrediction.test(text) ? { kind: 'stuckMetric', metric: 'prediction', value: 0 } : null;
}

/** A network that answers the mean, or one number, whatever it is given. */
function oneLevel({ text }: Claim): Sighting | null {
  const level = patterns.oneLevel.exec(text);
  return level && /\b(?:all|every|each|any|only|just|average|mean|constant)\b/i.test(text)
    ? { kind: 'stuckMetric', metric: 'prediction', value: readNumber(level[1], level[2] !== undefined) }
    : null;
}

function idleWeights({ text, next }: Claim): Sighting | null {
  const compared =
    /\bbefore and after\b/i.test(text) && /\b(?:identical|equal|same|unchanged|no difference|not differ)\b/i.test(text);
  const idle =
    /\b(?:train(?:ing)?|optimi[sz]er(?:\.step\(\))?|\.step\(\)|backward\(\)|fit\(\)|update|learning)\b[^.]{0,30}\b(?:has|have|had|with|shows?) no effect\b/i;
  if (!compared && !idle.test(text) && !patterns.sameParameter.test(text)) return null;
  return { kind: 'stuckMetric', metric: patterns.parameter.test(`${text} ${next}`) ? 'weights' : 'loss', value: null };
}

/** An accuracy that is lower than it should be; with its value where one is told. */
function lowAccuracy({ text }: Claim): Sighting | null {
  const low = patterns.lowValue.exec(text);
  if (low) return { kind: 'wrongValue', what: 'accuracy', op: '<=', value: readNumber(low[1], low[2] !== undefined) };
  if (!patterns.lowAccuracy.test(text)) return null;
  const told = patterns.accuracyValue.exec(text);
  return { kind: 'wrongValue', what: 'accuracy', op: '<=', value: readNumber(told?.[1], told?.[2] !== undefined) };
}
