import type { BugType, PrintedException } from '../../protocol/report';

/** Words that speak for a bug type, with their weight. A data table after the study's definitions of the types. */
const words: Readonly<Record<Exclude<BugType, 'mixed'>, readonly (readonly [RegExp, number])[]>> = {
  training: [
    [
      /\bloss\b[^.\n]{0,60}\b(?:nan|inf|stuck|constant|same|increas\w+|goes up|rises?|not? (?:decreas\w+|chang\w+))/i,
      4,
    ],
    [/\b(?:accuracy|loss|metric)\b[^.\n]{0,60}\b(?:stuck|stays?|chance|frozen|zero|0\b)/i, 3],
    [/\b(?:overfit|underfit|early ?stopping|learning rate|converge\w*|validation_split|optimizer)/i, 2],
    [/\b(?:train(?:ing)?|epochs?)\b/i, 1],
  ],
  model: [
    [/\bnegative dimension|\bwrong layer|\bactivation\b|\boutput shape|\blayer\b/i, 2],
    [/\b(?:architecture|U-?Net|encoder|attention|residual|sequential)\b/i, 1],
  ],
  'tensor-input': [
    [/\b(?:shapes?|size mismatch|dimensions?|ndim|broadcast\w*|incompatible shapes)\b/i, 3],
    [/\bdtype|scalar type|expected (?:\w+ ){0,3}(?:float|long|double|int)|only one element tensors/i, 3],
    [/\bexpected \w+ to have \d+ dimensions|must match the size/i, 2],
  ],
  api: [
    [/unexpected keyword argument|has no attribute|cannot import name|No module named|is not callable/i, 4],
    [/\bdeprecat\w+|\bremoved in\b|\bmissing \d+ required positional/i, 3],
    [/\bis not supported\b|\bupgrad\w+/i, 2],
  ],
  gpu: [
    [/\bCUDA\b|\bcuDNN\b|\bGPU\b|nvidia|\bcuda:\d/i, 3],
    [/out of memory|device-side assert|no kernel image/i, 3],
  ],
};

/**
 * The study's bug type that the words speak for, or null where none leads clearly. A hint for the order of the edit
 * actions, never a part of a verdict.
 */
export function guessBugType(prose: string, exceptions: readonly PrintedException[]): BugType | null {
  const text = prose.slice(0, 100_000);
  const printed = exceptions.map((exception) => `${exception.type}: ${exception.message}`).join('\n');
  const scores = (Object.keys(words) as (keyof typeof words)[])
    .map((type) => {
      const score = words[type].reduce(
        (sum, [pattern, weight]) => sum + (pattern.test(text) ? weight : 0) + (pattern.test(printed) ? weight : 0),
        0,
      );
      return { type, score };
    })
    .sort((a, b) => b.score - a.score);
  const [first, second] = scores;
  if (!first || !second || first.score < 3) return null;
  return first.score > second.score ? first.type : null;
}
