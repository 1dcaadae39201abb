import { message } from '../../protocol/catalogue/catalogue';
import { comparableValue, maskMessage } from './mask-message';
import type { FamilyMatch } from './match-family';
import { wordsOf } from './message-tokens';
import { unwrapMessage } from './unwrap-message';

/** Words that say little, whatever the message. */
const common: ReadonlySet<string> = new Set(
  'a an and are as at be but by can do does for from got has have if in instead is it its may must no not of on one or should that the this to use was when which with you your see more documentation https http www org com html'.split(
    ' ',
  ),
);
/** A message of fewer telling words is a form that many faults share. */
const FEWEST_WORDS = 6;
/** Shares of the telling words that both must have: of the reported ones, and of those that were seen. */
const SHARE_OF_REPORTED = 0.8;
const SHARE_OF_SEEN = 0.55;
/** Only the sentences that say what went wrong are compared; what follows is advice, which changes most. */
const LONGEST = 600;

function tellingWords(text: string): ReadonlySet<string> {
  // Addresses and the full names of classes are of a release.
  const plain = text.slice(0, LONGEST).replace(/https?:\/\/\S+|<class '[^'\n]{0,200}'>/g, ' ');
  return new Set(wordsOf(plain).filter((word) => word.length > 2 && !common.has(word)));
}

/** Single names in quotes: a key, an argument, an attribute. They are what a message is about. */
function quotedNames(text: string): readonly string[] {
  return [...text.matchAll(/['"`‘“]([A-Za-z_]\w{0,80})['"`’”]/g)].map((match) => match[1] ?? '');
}

/** Shapes that a message tells, in the form that two are compared in. */
function shapesOf(text: string): readonly string[] {
  return maskMessage(text).parts.flatMap((part) =>
    part.kind === 'mask' && part.mask === 'shape' ? [comparableValue('shape', part.value)] : [],
  );
}

function isNear(reported: string, observed: string): boolean {
  const [wanted, seen] = [tellingWords(reported), tellingWords(observed)];
  const both = [...wanted].filter((word) => seen.has(word)).length;
  if (wanted.size < FEWEST_WORDS || both < SHARE_OF_REPORTED * wanted.size || both < SHARE_OF_SEEN * seen.size)
    return false;
  const names = new Set([...quotedNames(observed), ...wordsOf(observed)]);
  const hasNames = quotedNames(reported).every((name) => names.has(name) || names.has(name.toLowerCase()));
  const seenShapes = shapesOf(observed);
  return hasNames && shapesOf(reported).every((shape) => seenShapes.includes(shape));
}

/**
 * Whether a message of the same class says the reported one with small changes, as releases make them: nearly all of its telling
 * words, all names in quotes and all shapes. Null: it does not, or the message is too short to tell.
 */
export function nearWording(options: {
  readonly reported: string;
  readonly observed: string;
  /** The library that the words are of. */
  readonly library: string;
}): FamilyMatch | null {
  const { library } = options;
  const found = unwrapMessage(options.reported).some((reported) =>
    unwrapMessage(options.observed).some((observed) => isNear(reported, observed)),
  );
  if (!found) return null;
  const fault = message('symptom.nearFault');
  return {
    family: 'near',
    fault,
    package: library,
    agrees: true,
    differences: [],
    sentence: message('symptom.reworded', { fault, library }),
  };
}
