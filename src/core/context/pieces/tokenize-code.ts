/** Words that tell nothing of a piece: of Python, of English, and of every program. */
const stopWords = new Set(
  (
    'and as assert async await break class continue def del elif else except finally for from global if import in is ' +
    'lambda nonlocal not or pass print raise return try while with yield none true false self cls args kwargs ' +
    'a an the of to on at by be are was were been it its this that these those there here i we you he they my our your ' +
    'am have has had do does did can could will would should may might must so but then than when where which who what ' +
    'how why because about into over after before also just only very more most some any all no yes get set use using ' +
    'used please thanks thank hi hello issue bug problem error expected following however still even like'
  ).split(' '),
);

const PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[\u0080-\uffff]+/g;
const MOST_REMEMBERED = 100_000;
const LONGEST_WORD = 80;

/** Turns words of code and prose into terms: the whole word, its parts by case and underscores, each without its ending. */
export interface Tokenizer {
  /** Terms of one identifier or word, lower case, the whole first. Empty for words that tell nothing. */
  readonly termsOf: (word: string) => readonly string[];
  /** The same terms as evidence of a literal: `s:` in front of each. */
  readonly literalTermsOf: (word: string) => readonly string[];
}

/** A word without the commonest endings of English, so that "training", "trained" and `train` are one. */
export function stem(word: string): string {
  if (word.length < 5) return word;
  const one = /(?:sses|shes|ches|xes)$/.test(word)
    ? word.slice(0, -2)
    : word.endsWith('s') && !/[su]s$|is$/.test(word)
      ? word.slice(0, -1)
      : word;
  const bare = one.replace(/(?<=.{3})(?:i[sz]ation|i[sz]ing|i[sz]ed|i[sz]e)$/, 'iz').replace(/(?<=.{3})ation$/, 'at');
  if (bare.endsWith('ing') && bare.length > 6) return bare.slice(0, -3);
  if (bare.endsWith('ed') && bare.length > 5) return bare.slice(0, -2);
  return bare.endsWith('e') && bare.length > 4 ? bare.slice(0, -1) : bare;
}

/** A tokenizer with a memory of its own for words that it has met. */
export function createTokenizer(): Tokenizer {
  const termsOf = remember(makeTerms);
  return { termsOf, literalTermsOf: remember((word) => termsOf(word).map((term) => `s:${term}`)) };
}

function remember(make: (word: string) => readonly string[]): (word: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (word) => {
    const found = known.get(word);
    if (found) return found;
    const terms = make(word);
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(word, terms);
    return terms;
  };
}

function makeTerms(word: string): readonly string[] {
  if (word.length > LONGEST_WORD) return [];
  const whole = word.toLowerCase().replace(/^_+|_+$/g, '');
  if (whole.length < 2 || stopWords.has(whole)) return [];
  const parts = (word.match(PARTS) ?? [])
    .map((part) => stem(part.toLowerCase()))
    .filter((part) => part.length > 1 && !stopWords.has(part));
  return [...new Set([parts.length > 1 || /[\d_]/.test(whole) ? whole : stem(whole), ...parts])];
}
