import { faults, SHAPE, subjects, TYPE, VALUE } from './words';

/** One of the words, where a word begins. */
const word = (pattern: string): RegExp => new RegExp(`(?<![\\w])${pattern}`, 'i');
/** Both in one clause, in this order, at most so many characters apart. A dot within a number or a name ends no clause. */
const near = (first: string, second: string, gap = 60): RegExp =>
  new RegExp(String.raw`(?<![\w])${first}(?:[^.;!?]|\.(?=\w)){0,${gap}}?(?<![\w])${second}`, 'i');
/** Both in one clause, in any order. */
const either = (first: string, second: string, gap = 60): RegExp =>
  new RegExp(`${near(first, second, gap).source}|${near(second, first, gap).source}`, 'i');

const { loss, accuracy, fit, overlap, prediction, probability, parameter, gradient, memory } = subjects;
const metric = `(?:${loss}|${accuracy}|${fit}|${overlap})`;
const anything = `(?:${metric}|${prediction}|${parameter}|numbers?|values?|weights)`;
const rate = `(?:${accuracy}|${overlap})`;
const heldOut = String.raw`(?:val(?:idation)?|test(?:ing)?|held[- ]out|unseen|evaluat\w+|model\.eval\(\)|eval mode)`;
const training = String.raw`(?:train(?:ing)?|fit(?:ting)?|model\.train\(\)|train mode)`;
const worse = String.raw`(?:garbage|random|nonsense|wrong|${faults.other}|(?:much |far |way )?(?:lower|worse)|bad|poor|drops?)`;
const wish = String.raw`\b(?:want(?:ed)?|need(?:ed)?|expect(?:ed|ing|s)?|should (?:be|have)|instead of|rather than|supposed to be|where(?:as)?|looking for)\b`;
const share = String.raw`${VALUE}(?! ?(?:epochs?|steps?|layers?|classes|images|samples))`;
const beyondOne = String.raw`(?:(?:greater|larger|bigger|higher|more) than|above|over|exceeds?|>) ?(?:1(?:\.0+)?(?![.\d])|one\b|100 ?(?:%|percent))`;

/** What the rules of claims look for, compiled once. A data table. */
export const patterns = {
  loss: word(loss),
  accuracy: word(accuracy),
  overlap: word(overlap),
  fit: word(fit),
  gradient: word(gradient),
  parameter: word(parameter),
  anything: word(anything),
  other: word(faults.other),
  shapes: new RegExp(SHAPE, 'g'),
  wishedShape: new RegExp(`${wish}[^.]{0,50}?(${SHAPE})`, 'i'),
  types: new RegExp(TYPE, 'gi'),
  values: new RegExp(String.raw`(?<![\w.])${VALUE}`, 'gi'),
  worseAfterLoading: either(worse, `(?:${anything}|model|network)`, 40),
  memoryGrows: either(memory, faults.up),
  bothSides: new RegExp(`${either(heldOut, training, 80).source}|\\bval_(?:acc|loss)\\w*`, 'i'),
  negativeLoss: either(loss, faults.negative),
  sumOf: word(`(?:${probability}|${prediction})`),
  beyondOne: near(`(?:${probability}|${rate})`, beyondOne),
  noGradient: either(gradient, String.raw`(?:none\b|zeros?\b|0(?![.\d\w]))`, 40),
  noFit: near(
    fit,
    String.raw`(?:(?:around|about|near|close to|almost|nearly|only|just|of|is|at) ){1,3}(?:zero|0(?:\.\d+)?)(?![.\d])`,
    40,
  ),
  zeroRate: new RegExp(
    `${near(rate, faults.zero, 40).source}|${near('(?:exactly|always|only) (?:zero|0)', rate, 20).source}`,
    'i',
  ),
  zeroLoss: near(loss, faults.zero, 30),
  zeroPrediction: new RegExp(
    String.raw`${near(`(?:${prediction}|network|model|net)`, faults.zero, 30).source}|\b(?:outputs?|predicts?|returns?|gives?) (?:only|just|always|exactly|nothing but) (?:zeros?|0(?:\.0+)?)(?![.\d])`,
    'i',
  ),
  oneLevel: new RegExp(
    String.raw`\b(?:network|model|net|outputs?|predictions?|it)\b[^.]{0,20}\b(?:converges? to|settles? (?:at|on)|ends? up (?:at|with)|gives? only|learns? only|only learns?|just learns?) (?:the |an? )?(?:${VALUE}|averages?|means?|constants?)`,
    'i',
  ),
  sameParameter: near(parameter, faults.same, 40),
  sameMetric: near(metric, faults.same),
  lossGrows: near(loss, faults.up, 40),
  lowAccuracy: either(accuracy, faults.low, 30),
  lowValue: new RegExp(String.raw`${faults.low} ${share}(?: \w+){0,2}? ${accuracy}`, 'i'),
  accuracyValue: new RegExp(String.raw`${accuracy}[^.]{0,30}?${share}`, 'i'),
} as const;
