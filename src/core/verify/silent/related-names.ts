/** Words that speak of one quantity. A data table; a word of a report and one of a script meet in it. */
const families: readonly (readonly string[])[] = [
  ['loss', 'nll', 'cost', 'mse', 'mae', 'error', 'err', 'objective', 'elbo', 'perplexity', 'ppl', 'crossentropy'],
  ['accuracy', 'acc', 'hits', 'correct', 'score', 'f1'],
  ['gradient', 'gradients', 'grad', 'grads'],
  ['weight', 'weights', 'parameter', 'parameters', 'param', 'params', 'kernel', 'bias', 'coef', 'coefficient'],
  [
    'output',
    'outputs',
    'out',
    'prediction',
    'predictions',
    'pred',
    'preds',
    'predicted',
    'guess',
    'logits',
    'probs',
    'answer',
  ],
  ['lr', 'rate'],
  ['memory', 'mem', 'rss', 'allocated', 'bytes', 'megabytes', 'mb', 'usage', 'vram'],
  ['time', 'seconds', 'duration', 'elapsed', 'sec', 'secs', 'ms', 'milliseconds', 'runtime', 'latency'],
];

/** A change of a quantity, told as one number: 0 says that it stood still. */
const changeWords: ReadonlySet<string> = new Set([
  'change',
  'changed',
  'delta',
  'diff',
  'difference',
  'range',
  'spread',
  'std',
  'moved',
]);
/** How many different values there were: 1 says that all were one. */
const distinctWords: ReadonlySet<string> = new Set(['distinct', 'unique', 'nunique', 'different']);
const fitWords: ReadonlySet<string> = new Set(['r2', 'rsquared', 'r2score']);
const heldOut = /^(?:val|valid|validation|test|eval|dev)$/;

/** `valAccuracy`, `val_accuracy` and `val/accuracy` in words. */
export function nameWords(name: string): readonly string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** Whether a name of the script speaks of the quantity that the report names; training and held-out data are kept apart. */
export function isRelated(name: string, wanted: string): boolean {
  return relatedness(name, wanted) > 0;
}

/** How many of the words by which the report names a quantity stand in a name. */
export function relatedness(name: string, wanted: string): number {
  const own = nameWords(name);
  const words = nameWords(wanted).filter((word) => word !== 'training' && word !== 'train');
  if (own.some((word) => heldOut.test(word)) !== words.some((word) => heldOut.test(word))) return 0;
  const meant = words.filter((word) => !heldOut.test(word) && word.length > 1);
  return meant.filter((word) => own.some((other) => sameWord(word, other))).length;
}

function sameWord(a: string, b: string): boolean {
  if (a === b || `${a}s` === b || a === `${b}s`) return true;
  if (families.some((family) => family.includes(a) && family.includes(b))) return true;
  return Math.min(a.length, b.length) >= 4 && (a.startsWith(b) || b.startsWith(a));
}

export function isChange(name: string): boolean {
  return nameWords(name).some((word) => changeWords.has(word));
}

export function isDistinctCount(name: string): boolean {
  return nameWords(name).some((word) => distinctWords.has(word));
}

/** A measure of fit that is 0 where the predictions do not follow the data at all. */
export function isFit(name: string): boolean {
  return nameWords(name).some((word) => fitWords.has(word)) || fitWords.has(nameWords(name).join(''));
}

export function isHeldOut(name: string): boolean {
  return nameWords(name).some((word) => heldOut.test(word));
}

/** The words of a name that speak of the quantity itself: `coef` of `coef_change`. */
export function quantityWords(name: string): readonly string[] {
  return nameWords(name).filter((word) => word.length >= 3 && !changeWords.has(word) && !distinctWords.has(word));
}

/** Whether the words for a quantity that varies say that it does so within one run, from call to call. */
export function saysOfCalls(what: string): boolean {
  return nameWords(what).some((word) => word === 'call' || word === 'calls');
}
