import { NUMBER, readNumber } from './read-number';
import type { FoundSymptom } from './find-symptoms';

/** A symptom without its place; the sentence gives that. */
export type Sighting = FoundSymptom extends infer S
  ? S extends FoundSymptom
    ? Omit<S, 'confidence' | 'span'>
    : never
  : never;

interface SilentSign {
  readonly pattern: RegExp;
  /** How sure such words are, standing in a sentence of the report. */
  readonly confidence: number;
  readonly make: (match: RegExpExecArray, sentence: string) => Sighting | null;
}

const metric = String.raw`(?:(?:training|train|validation|val|test|eval(?:uation)?)[_ -]?)?(?:loss(?:es)?|accurac(?:y|ies)|acc|auc|f1(?:[_ -]?score)?|perplexity|reward|mse|mae|rmse|iou|dice|bleu|cost|metric|score)`;
const parameter = String.raw`(?:weights?|parameters?|coefficients?|biases|bias|embeddings?|variables?|kernels?)`;
const says = String.raw`(?:returns?|outputs?|predicts?|gives?|answers?|says?|produces?|yields?|returning|outputting|predicting|giving)`;
const number = `(${NUMBER})`;

const sign = (pattern: string, confidence: number, make: SilentSign['make']): SilentSign => ({
  // A dot within a number or a name ends no sentence.
  pattern: new RegExp(pattern.replaceAll('[^.]', String.raw`(?:[^.]|\.(?=\w))`), 'i'),
  confidence,
  make,
});

/** What reporters say of a run that ends well but does wrong, the surer before the vaguer. A data table over all kinds. */
export const silentSigns: readonly SilentSign[] = [
  // At the level of guessing
  sign(
    String.raw`\b(accurac(?:y|ies)|acc)\b[^.]{0,50}?\b(?:(?:never|not|doesn't|does not|won't|cannot|can't) (?:\w+ )?(?:gets?|goes?|going|rises?|reach(?:es)?|exceeds?|climbs?|comes?)\b[^.\d]{0,24}?\b(?:better than|above|over|beyond|past|higher than|more than)|(?:stays?|stuck|remains?|hovers?|hangs?)\b[^.\d]{0,12}?\b(?:around|near|about|at about|at around|close to|below|under))\s{1,3}(\d+(?:\.\d+)?) ?(%|percent\b)?`,
    0.66,
    (match) => {
      const level = Number(match[2]) / (match[3] !== undefined || Number(match[2]) > 1 ? 100 : 1);
      return level > 0.55 ? null : { kind: 'wrongValue', what: 'accuracy', op: '<=', value: slack(level) };
    },
  ),
  // Not finite
  sign(
    String.raw`\b(loss(?:es)?|cost|gradients?|weights?|parameters?|outputs?|predictions?|logits|activations?)\b[^.]{0,70}?\b(?:nans?|inf(?:inite|inity)?)\b(?! (?:check|values? in (?:my|the) data))`,
    0.7,
    (match, sentence) =>
      /\bno(?:t| missing)? nans?\b/i.test(sentence) ? null : { kind: 'nonFinite', what: nonFiniteThing(match[1]) },
  ),
  sign(
    String.raw`\b(?:nan|inf) (loss|gradients?|weights?|outputs?|predictions?)\b|\b(?:returns?|gives?|produces?|becomes?|turns? into|get|getting) (?:only |all |just )?nans?\b`,
    0.65,
    (match) => ({
      kind: 'nonFinite',
      what: nonFiniteThing(match[1]),
    }),
  ),
  // Train against validation, backends
  sign(
    String.raw`\b(?:val(?:idation)?|test|eval(?:uation)?)[_ -]?(loss|acc(?:uracy)?|auc|f1|score)\b[^.]{0,60}?\b(?:(?:far|much|way|significantly|a lot|consistently)[a-z ]{0,12}(?:below|lower|worse|higher|larger|behind)|exactly (?:zero|0(?:\.0+)?)(?![.\d])|(?:is|stays at|of|at) (?:zero|0(?:\.0+)?)(?![.\d]))`,
    0.72,
    (match, sentence) => gapOf(match[1] ?? 'accuracy', sentence),
  ),
  sign(
    String.raw`\btrain(?:ing)?[_ -]?(?:set )?(loss|acc(?:uracy)?|auc|f1|score)\b[^.]{0,60}?\d[^.]{0,40}(?:\.\d+)?[^.]{0,40}\b(?:val(?:idation)?|test)\b`,
    0.6,
    (match, sentence) => gapOf(match[1] ?? 'accuracy', sentence),
  ),
  sign(
    String.raw`\b(?:gpu|cuda|mps|tpu|cpu|xla|onnx\w*|tflite|torchscript|mkl\w*)\b[^.]{0,60}\b(?:different|differs?|disagrees?|diverges?|mismatch|not (?:the same|equal|match))\b|\b(?:different|differing) (?:results?|outputs?|values?|predictions?|gradients?)[^.]{0,30}\b(?:on|between) (?:the )?(?:gpu|cuda|cpu|mps|tpu)\b`,
    0.6,
    () => ({
      kind: 'metricGap',
      metric: 'output',
      between: 'backends',
      op: '>',
      value: null,
    }),
  ),
  sign(
    String.raw`\bevaluat(?:e|ion|ing)\b[^.]{0,60}\b(?:different|differs?|lower|worse|not (?:the same|match))\b[^.]{0,40}\b(?:fit|training|during)\b`,
    0.5,
    (_, sentence) => gapOf(/loss/i.test(sentence) ? 'loss' : 'accuracy', sentence),
  ),
  // Values
  sign(
    String.raw`\bnever (?:predicts?|outputs?|returns?(?! (?:when|if|for|after|from|and)\b)|picks?|chooses?|samples?|selects?|generates?) (?:(?:the|a|an|any) )?([\w -]{2,40}?)(?=[,.;:!?)]|$| and\b| but\b| even\b| although\b)`,
    0.72,
    (match) => ({
      kind: 'wrongValue',
      what: `prediction: ${(match[1] ?? '').trim()}`,
      op: '==',
      value: 0,
    }),
  ),
  sign(String.raw`\bonly ${says}[^.]{0,30}?\b(?:between|from) ${number} (?:and|to) ${number}`, 0.7, (match) => ({
    kind: 'wrongValue',
    what: 'prediction',
    op: '<=',
    value: readNumber(match[2]),
  })),
  sign(
    String.raw`\b(?:predictions?|outputs?|values?|results?|numbers?)\b[^.]{0,30}\b(?:are|is|lie|stay|never exceed|never go above|limited to|clipped to)\b(?: all| always| only| never)?[^.]{0,12}\b(?:between ${number} and|below|under|above|at most|more than|larger than|exceed) ${number}`,
    0.55,
    (match) => ({
      kind: 'wrongValue',
      what: 'prediction',
      op: '<=',
      value: readNumber(match[2]),
    }),
  ),
  sign(
    String.raw`\b(?:(?:stops?|stopped|ends?|ended|finish(?:es|ed)?|gives? up|terminates?|breaks?|is over|are over|quits?)\b)[^.]{0,30}?\b(?:(?:long |way |far |much )?before|too early|too soon|prematurely|already|after (?:only )?${number} (epochs?|steps?|iterations?|batches))`,
    0.55,
    (match, sentence) => {
      const counted =
        match[1] !== undefined
          ? match
          : new RegExp(`(?:after|only) (?:only )?${number} (epochs?|steps?|iterations?|batches)`, 'i').exec(sentence);
      const what = /\b(epoch|step|iteration|batch)/i.exec(counted?.[2] ?? sentence)?.[1]?.toLowerCase();
      if (what === undefined || /\b(?:error|exception|crash|segfault|traceback)/i.test(sentence)) return null;
      return {
        kind: 'wrongValue',
        what: what === 'batch' ? 'batches' : `${what}s`,
        op: '<=',
        value: readNumber(counted?.[1]),
      };
    },
  ),
  sign(
    String.raw`\bgradients?\b[^.]{0,60}\b(?:are|is|were|all|be|returns?|gives?)\b[^.]{0,20}\b(none|zeros?|0)\b`,
    0.55,
    () => ({
      kind: 'wrongValue',
      what: 'gradient',
      op: '==',
      // A gradient that is None and one that is 0 are the same to an optimizer: nothing flows.
      value: 0,
    }),
  ),
  // A metric that does not move
  sign(
    String.raw`\b(${metric})\b(?:(?!\b${metric}\b)[^.]){0,70}?\b(?:stuck|frozen|constant|flat(?:lines?)?|unchanged|never (?:changes?|moves?|improves?|decreases?|increases?|goes (?:down|up)|drops|gets better)|stays?|stayed|remains?|remained|(?:(?:does|do|did|is|are|was|were|will|would)(?:n't| not)|not) (?:really |even )?(?:chang(?:e|ing)|mov(?:e|ing)|improv(?:e|ing)|decreas(?:e|ing)|increas(?:e|ing)|go(?:ing)? down|drop(?:ping)?|updat(?:e|ing|ed)|converg(?:e|ing))|(?:is|are) (?:exactly |always |also )?the\s{1,3}same|(?:is|are) (?:always )?(?:${NUMBER}) ?%? (?:all the time|in (?:all|every|each)|for (?:all|every|each)|throughout|always|from the (?:first|start|beginning))|plateaus? at|hovers? around|no improvement)\b`,
    0.6,
    (match, sentence) => ({
      kind: 'stuckMetric',
      metric: metricName(match[1] ?? 'loss'),
      value: valueAfter(sentence, match.index),
    }),
  ),
  sign(
    String.raw`\b(loss(?:es)?|cost|perplexity|mse|mae|rmse|(?:training|train|validation|val|test)[_ -]?loss)\b(?:(?!\b${metric}\b)[^.]){0,40}?\b(?:(?:(?:does|do|did|will|would|can)(?:n't| not)|cannot|never) (?:\w+ )?(?:go|goes|get|gets|drop|drops|fall|falls|decrease|decreases|come|comes) (?:down )?(?:any )?(?:below|under|lower than|beneath|further (?:down )?than)|(?:stops?|stopped|saturates?|levels? (?:off|out)|stagnates?|bottoms? out|sticks?|gets stuck|got stuck) (?:(?:going down|decreasing|falling|improving) )?(?:at|around|near)(?= (?:about |around |roughly )?\d*\.\d)) (?:about |around |roughly )?(${NUMBER})`,
    0.64,
    (match) => ({ kind: 'stuckMetric', metric: metricName(match[1] ?? 'loss'), value: readNumber(match[2]) }),
  ),
  sign(
    String.raw`\b(?:predicts?|returns?|outputs?|gives?|answers?|chooses?|picks?|(?:is|are) classified as) (?:only |just |always )?(?:the )?(?:class|label|category) ['"]?[\w-]{1,20}['"]? (?:for|on|in|with) (?:all|every|each|any)\b`,
    0.6,
    (match) => ({ kind: 'stuckMetric', metric: 'prediction', value: readNumber(/\d+/.exec(match[0])?.[0]) }),
  ),
  sign(
    String.raw`\b(?:(?:does|do|did)(?:n't| not)|never) (?:really |actually )?(?:updates?|changes?|trains?|modify|modifies) (?:any of )?(?:the |my |its |any )?(?:\w+ )?(${parameter})\b`,
    0.62,
    (match) => ({ kind: 'stuckMetric', metric: (match[1] ?? 'weight').toLowerCase(), value: null }),
  ),
  sign(
    String.raw`\b(${parameter})\b[^.]{0,60}?\b(?:(?:is|are|do|does|did|were|was|get|gets)(?:n't| not) (?:being )?(?:chang|updat|train|learn|mov|modif|optimi[sz])\w*|never (?:chang|updat|mov)\w*|stays? (?:the same|unchanged|constant)|remains? (?:the same|unchanged|constant)|unchanged)`,
    0.62,
    (match) => ({ kind: 'stuckMetric', metric: (match[1] ?? 'weight').toLowerCase(), value: null }),
  ),
  sign(
    '`([\\w.]{1,60})` (?:is|stays|remains)(?: at| always| exactly)? ' +
      `${number} (?:in|for|over|after|through(?:out)?) (?:all|every|each)`,
    0.6,
    (match) => ({
      kind: 'stuckMetric',
      metric: match[1] ?? '',
      value: readNumber(match[2]),
    }),
  ),
  sign(
    String.raw`\b${says} (?:\w+ ){0,2}?(?:always |exactly |only |just )?(?:the same|identical|a constant|a single|only one|one and the same)\b[^.]{0,24}?\b(?:values?|class(?:es)?|labels?|outputs?|predictions?|numbers?|answers?|results?|categor(?:y|ies))\b(?! as\b| than\b)|\b${says} (?:always |only )?(${NUMBER})\b (?:for|on|regardless|whatever|no matter)|\bflat line\b|\b(?:all|every|its|the|my)\b[^.]{0,20}\b(?:predictions?|outputs?)\b[^.]{0,20}\b(?:is|are)\b (?:exactly |always |all )?(?:the same|identical|equal|constant|(${NUMBER})\b)|\balways ${says} (?:the |class |label )?(\S{1,30})|\b(?:says?|answers?|predicts?) (?:always )?(${NUMBER}) whatever`,
    0.6,
    (match) => ({
      kind: 'stuckMetric',
      metric: 'prediction',
      value: readNumber(match[1] ?? match[2] ?? match[3] ?? match[4]),
    }),
  ),
  sign(
    String.raw`\b(${metric})\b[^.]{0,40}\b(?:is|are|at|of|only|around|stuck at|near)\b[^.]{0,12}\b(?:chance|random|(${NUMBER})) ?(%?)(?: all the time| in (?:all|every)| always| level)`,
    0.55,
    (match) => ({
      kind: 'stuckMetric',
      metric: metricName(match[1] ?? 'accuracy'),
      value: readNumber(match[2], match[3] === '%'),
    }),
  ),
  sign(
    String.raw`\b(?:no better than (?:random|chance|guessing)|at chance(?: level)?|random guess(?:ing)?|(?:does|do|did|is|are)(?:n't| not) (?:seem to )?learn(?:ing)?(?: anything| at all)?\b)`,
    0.5,
    (match) => ({
      kind: 'stuckMetric',
      metric: /learn/i.test(match[0]) ? 'loss' : 'accuracy',
      value: null,
    }),
  ),
  sign(
    String.raw`\b(accurac(?:y|ies)|acc|auc|f1(?:[_ -]?score)?|r2|iou|dice|bleu)\b[^.]{0,30}\b(?:(?:is|are|of|only|just|around|about|reaches|gets) ){1,3}(?:very |too |extremely |so )?(?:low|bad|poor|(${NUMBER}) ?(%?))`,
    0.45,
    (match, sentence) =>
      // Said of the value itself, not of another one further on.
      /\b(?:only|just|low|bad|poor)\b/i.test(sentence.slice(match.index, match.index + match[0].length + 12))
        ? {
            kind: 'wrongValue',
            what: metricName(match[1] ?? 'accuracy'),
            op: '<=',
            value: readNumber(match[2], match[3] === '%'),
          }
        : null,
  ),
  // A metric beyond what it can be
  sign(
    String.raw`\b(accurac(?:y|ies)|acc|f1(?:[_ -]?score)?|precision|recall|iou|dice|auc)\b[^.]{0,40}?(?<![\d.])(?:(\d{3,6}(?:\.\d+)?) ?(?:%|percent)|(?:over|above|more than|greater than|larger than|exceeds?|beyond|>) ?(?:100 ?(?:%|percent)|1(?:\.0+)?(?![\d.])))`,
    0.62,
    (match) =>
      match[2] !== undefined && Number(match[2]) <= 100
        ? null
        : {
            kind: 'wrongValue',
            what: metricName(match[1] ?? 'accuracy'),
            op: '>',
            value: /%|percent/.test(match[0]) ? 100 : 1,
          },
  ),
  sign(
    String.raw`\b(score|r2(?:[_ -]?score)?|r\^2|r-?squared)\b[^.\d]{0,24}(-\d+(?:\.\d+)?(?:e[-+]?\d+)?)|\b(?:hugely |very |large |big )?negative (score|r2|r\^2|r-?squared)\b|\b(score|r2|r\^2|r-?squared)\b[^.]{0,24}\bnegative\b`,
    0.55,
    () => ({ kind: 'wrongValue', what: 'score', op: '<', value: 0 }),
  ),
  sign(
    String.raw`\b(?:negative (loss(?:es)?|cost)|(loss(?:es)?|cost)\b[^.\d]{0,40}?\b(?:negative|(?:below|under|less than|smaller than) (?:zero|0)(?![.\d])))\b(?! log)`,
    0.62,
    (match, sentence) =>
      /\b(?:not|never|isn't|no) (?:\w+ ){0,2}negative\b|negative (?:log|samples?|mining|class)/i.test(sentence)
        ? null
        : { kind: 'wrongValue', what: metricName(match[1] ?? match[2] ?? 'loss'), op: '<', value: 0 },
  ),
  // A setting that runs away
  sign(
    String.raw`\b(learning[ _-]?rate|lr)\b[^.]{0,60}?\b(?:is|becomes?|goes|went|gets?|drops?|falls?|decays?|shrinks?|reaches)\b[^.]{0,30}?\b(?:zero|0(?:\.0+)?(?![.\d])|vanish\w*|tiny|1e-\d+|\d(?:\.\d+)?e-\d+)`,
    0.66,
    () => ({ kind: 'wrongValue', what: 'lr', op: '<=', value: 1e-6 }),
  ),
  // A metric that moves the wrong way
  sign(
    String.raw`\b(${metric})\b(?: that[^.]{0,30}?)?[^.]{0,40}?\b(?:goes up|going up|rises?|rising|increases?|increasing|diverg(?:es?|ing)|explod(?:es?|ing)|blows? up|grows?|growing|climbs?|shoots? up)\b`,
    0.55,
    (match) =>
      /acc|auc|f1|score|iou|dice|bleu|reward/i.test(match[1] ?? '') && !/diverg|explod/i.test(match[0])
        ? null
        : { kind: 'divergingMetric', metric: metricName(match[1] ?? 'loss'), direction: 'up' },
  ),
  sign(
    String.raw`\b((?:training |train |validation |val |test )?(?:accuracy|acc|auc|f1|score|reward|iou|dice|bleu))\b[^.]{0,40}\b(?:goes down|going down|drops?|dropping|decreases?|decreasing|falls?|falling|degrades?|gets? worse|collapses?)\b(?![^.]{0,30}\b(?:after|when|once)\b[^.]{0,12}\b(?:load|reload|restor|sav))`,
    0.55,
    (match) => ({ kind: 'divergingMetric', metric: metricName(match[1] ?? 'accuracy'), direction: 'down' }),
  ),
];

/** Up to where a share is still the told one: batches and few samples make it waver. */
function slack(level: number): number {
  return Math.round((level + (level <= 0.3 ? 0.12 : 0.08)) * 1000) / 1000;
}

function nonFiniteThing(word: string | undefined): Extract<Sighting, { kind: 'nonFinite' }>['what'] {
  if (word === undefined) return 'output';
  if (/loss|cost/i.test(word)) return 'loss';
  if (/gradient/i.test(word)) return 'gradient';
  return /weight|parameter/i.test(word) ? 'weight' : 'output';
}

/** The validation side is the metric that is off; an accuracy is too low, a loss too high. */
function gapOf(name: string, sentence: string): Sighting {
  const loss = /loss/i.test(name);
  const behind = /\b(?:val(?:idation)?|test)\b/i.exec(sentence);
  return {
    kind: 'metricGap',
    metric: loss ? 'val_loss' : /^acc/i.test(name) ? 'val_accuracy' : `val_${name.toLowerCase()}`,
    between: 'trainValidation',
    op: loss ? '>=' : '<=',
    value: behind ? valueAfter(sentence, behind.index) : null,
  };
}

function metricName(text: string): string {
  const name = text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/accuracies/, 'accuracy')
    .replace(/losses/, 'loss');
  return name
    .replace(/^(?:validation|val)[_ -]?/, 'val_')
    .replace(/^(?:training|train)[_ -]?/, '')
    .replace(/_?acc$/, (acc) => `${acc}uracy`);
}

/** The first number after a place of the sentence that is no count of epochs. */
function valueAfter(sentence: string, from: number): number | null {
  const match = new RegExp(
    String.raw`\b(?:at|is|are|around|near|exactly|of|about|stays|always)\s+(?:about |around |exactly |roughly |only |just )?(${NUMBER})\s?(%?)(?!\s?(?:epochs?|steps?|iterations?|\.?\d))`,
    'i',
  ).exec(sentence.slice(from));
  return match ? readNumber(match[1], match[2] === '%') : null;
}
