import type { PrintedFrame, ReportReadOut } from '../../../protocol/report';
import { scanCode, wordsOf } from '../pieces/scan-code';
import { stem, type Tokenizer } from '../pieces/tokenize-code';
import { faultVocabulary } from './fault-vocabulary';
import { createThesaurus } from './thesaurus';

/** What a report is searched by. Weights rise with how sure it is that the reporter meant the place. */
export interface ContextQuery {
  /** Frames of printed tracebacks, the outermost first, with those of each exception together. */
  readonly frames: readonly (readonly PrintedFrame[])[];
  /** Messages and types of what was raised or warned. */
  readonly errors: readonly { readonly type: string; readonly message: string }[];
  /** Names that the report uses, as written, with weights. Dotted names are their parts, the last heaviest. */
  readonly symbols: ReadonlyMap<string, number>;
  /** Names of files that the report mentions outside of tracebacks. */
  readonly files: readonly string[];
  /** Terms for the lexical search, with weights. */
  readonly terms: ReadonlyMap<string, number>;
  /** Terms of the title alone. */
  readonly titleTerms: readonly string[];
  readonly speaksOfTests: boolean;
}

const TITLE = 2;
const PROSE = 2;
const QUOTED = 2.5;
const SNIPPET = 0.6;
const MESSAGE = 1.3;
const FRAME = 1;
const RELATED = 0.15;
const VOCABULARY = 0.6;
const MOST_PROSE = 20_000;
/** Words that are names: with an underscore, a capital inside, a dot, or a bracket behind. */
const NAMES =
  /\b(?:[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+|[A-Za-z]\w*_\w+|[A-Z][a-z0-9]+(?:[A-Z]\w*)+|[a-z]+[A-Z]\w*|[A-Z]{2,}[a-z]\w*|[A-Za-z_]\w*(?=\())/g;
const FILE_NAMES = /(?:[\w.-]+\/)*[\w-]+\.(?:py|ipynb|ya?ml|json|toml|cfg|ini)\b/g;
/** Parts of the templates of trackers that say nothing of the fault. */
const NOISE =
  /^(?:#+\s*)?(?:.*\b(?:environment|versions?|os|python|cuda|cudnn|gpu|platform|installed|operating system|pip|conda|checklist|additional context)\b\s*[:|].*|\s*[-*]\s*\[[ xX]\].*|Is CUDA available.*|Collecting environment.*)$/gim;

/** Makes the query of a report from what was read in it. `text` is the report. */
export function buildQuery(
  report: { readonly readOut: ReportReadOut; readonly text: string },
  tokenizer: Tokenizer,
): ContextQuery {
  const { readOut, text } = report;
  const terms = new Map<string, number>();
  const symbols = new Map<string, number>();
  const count = (word: string, weight: number): void => {
    for (const term of tokenizer.termsOf(word)) terms.set(term, (terms.get(term) ?? 0) + weight);
  };
  const symbol = (name: string, weight: number): void => {
    const parts = name.split('.').filter((part) => part.length > 1);
    parts.forEach((part, index) => {
      const own = index === parts.length - 1 ? weight : weight * 0.5;
      symbols.set(part, Math.max(symbols.get(part) ?? 0, own));
    });
  };
  const prose = proseOf(readOut, text);
  for (const word of wordsOf(readOut.title)) count(word, TITLE);
  for (const word of wordsOf(prose)) count(word, PROSE);
  for (const [name] of readOut.title.matchAll(NAMES)) symbol(name, 3);
  for (const [name] of prose.matchAll(NAMES)) symbol(name, 1.5);
  for (const [, quoted = ''] of prose.matchAll(/`([^`\n]{2,120})`/g)) {
    for (const word of wordsOf(quoted)) count(word, QUOTED);
    for (const [name] of quoted.matchAll(/[A-Za-z_][\w.]*/g)) symbol(name, 2.5);
  }
  for (const { kind, text: block } of readOut.blocks) {
    if (kind !== 'snippet') continue;
    scanCode(block.slice(0, MOST_PROSE), {
      called: () => undefined,
      word: (word) => {
        count(word, SNIPPET);
        if (word.length > 3) symbol(word, 0.6);
      },
      prose: () => undefined,
      literal: (literal) => wordsOf(literal).forEach((word) => count(word, SNIPPET / 2)),
      raised: () => undefined,
    });
  }
  for (const { message, frames, type } of readOut.exceptions) {
    for (const word of wordsOf(message.slice(0, 2_000))) count(word, MESSAGE);
    for (const [name] of message.slice(0, 2_000).matchAll(NAMES)) symbol(name, 2);
    for (const [, quoted = ''] of message.matchAll(/['"`]([A-Za-z_][\w.]*)['"`]/g)) symbol(quoted, 2);
    count(type, 0.5);
    frames.slice(-4).forEach(({ function: name, code }, index, shown) => {
      const near = FRAME * (0.4 + (0.6 * (index + 1)) / shown.length);
      if (name !== null) count(name, near);
      if (code === null) return;
      for (const word of wordsOf(code)) count(word, near);
      for (const [called] of code.matchAll(NAMES)) symbol(called, 1.2 * near);
    });
  }
  const told = [readOut.title, prose.slice(0, 4_000), ...readOut.exceptions.map(({ message }) => message)].join('\n');
  const vocabulary = faultVocabulary(told.slice(0, 8_000)).flatMap((name) => tokenizer.termsOf(name).slice(0, 1));
  const dampened = new Map([...terms].map(([term, weight]) => [term, weight <= 1 ? weight : 1 + Math.log(weight)]));
  return {
    frames: readOut.exceptions.map(({ frames }) => frames),
    errors: readOut.exceptions.map(({ type, message }) => ({ type, message })),
    symbols,
    files: [...new Set(`${readOut.title}\n${prose}`.match(FILE_NAMES) ?? [])],
    terms: withRelated(dampened, new Set(vocabulary)),
    titleTerms: [...new Set(wordsOf(readOut.title).flatMap((word) => tokenizer.termsOf(word)))],
    speaksOfTests: /\b(?:unit ?tests?|pytest|test suite|tests? fails?)\b/i.test(`${readOut.title}\n${prose}`),
  };
}

/** Adds the words that stand for the same thing, at a share of the weight of the heaviest that calls for them. */
function withRelated(terms: ReadonlyMap<string, number>, vocabulary: ReadonlySet<string>): ReadonlyMap<string, number> {
  const thesaurus = createThesaurus(stem);
  const all = new Map(terms);
  for (const [term, weight] of terms) {
    for (const other of thesaurus.get(term) ?? []) {
      if (!terms.has(other)) all.set(other, Math.max(all.get(other) ?? 0, weight * RELATED));
    }
  }
  for (const term of vocabulary) all.set(term, Math.max(all.get(term) ?? 0, VOCABULARY));
  return all;
}

/** The reporter's own words: the report without its blocks, its tracebacks and the lines of templates. */
function proseOf({ blocks, exceptions, hidden }: ReportReadOut, text: string): string {
  const spans = [...blocks, ...exceptions, ...hidden].map(({ span }) => span).sort((a, b) => a.start - b.start);
  let prose = '';
  let at = 0;
  for (const { start, end } of spans) {
    if (start > at) prose += `${text.slice(at, start)}\n`;
    at = Math.max(at, end);
  }
  return (prose + text.slice(at)).slice(0, MOST_PROSE).replace(NOISE, '');
}
