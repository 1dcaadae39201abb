import type { BugType } from '../../../protocol/report';
import type { IndexReader } from '../index/read-index';
import type { FoundPiece } from '../index/segment';
import { wordsOf } from '../pieces/scan-code';
import type { Tokenizer } from '../pieces/tokenize-code';
import type { ContextQuery } from './build-query';
import type { Scored } from './rank-lexical';
import { rarity } from './rank-lexical';

const roleFactor = { source: 1, example: 0.75, test: 0.5, config: 0.6, document: 0.35 } as const;
const kindFactor = { method: 1, function: 1, cell: 0.95, module: 0.75, class: 0.85, config: 1, document: 1 } as const;
/** Functions that only put others together hold many words of any report. */
const glue = /^(?:main|cli|run|parse_args|get_args|build_parser|get_parser|add_\w*args\w*|setup)$/;

/** Weights of the features; they were set by hand on the tuning part of the benchmark. */
export interface FeatureWeights {
  readonly fused: number;
  readonly frame: number;
  readonly message: number;
  readonly title: number;
  readonly name: number;
  readonly file: number;
  readonly called: number;
  readonly training: number;
}
export const featureWeights: FeatureWeights = {
  fused: 1.3,
  frame: 1.5,
  message: 0.8,
  title: 0.15,
  name: 0.12,
  file: 0.4,
  called: 0.15,
  training: 0.08,
};
/** How many of the best candidates lend their weight to what they call, and how common a name may be for that. */
const CALLERS = 8;
const MOST_NAMESAKES = 3;

/** Orders candidates anew by what rank fusion cannot see, and adds what the best of them call. Scores compare within one answer alone. */
export function rerankByFeatures(options: {
  readonly index: IndexReader;
  readonly query: ContextQuery;
  readonly bugType: BugType | null;
  /** With fused scores, the best first. */
  readonly candidates: readonly Scored[];
  readonly frames: readonly Scored[];
  readonly messages: readonly Scored[];
  readonly tokenizer: Tokenizer;
  readonly weights?: FeatureWeights;
}): readonly Scored[] {
  const { index, query, tokenizer, weights = featureWeights } = options;
  const top = Math.max(...options.candidates.map(({ score }) => score), 1e-9);
  const called = calledBy(index, options.candidates.slice(0, CALLERS), top);
  const known = new Map(options.candidates.map((candidate) => [candidate.number, candidate]));
  for (const number of called.keys()) if (!known.has(number)) known.set(number, { number, score: 0 });
  const candidates = [...known.values()];
  const frames = new Map(options.frames.map(({ number, score }) => [number, score]));
  const messages = new Map(options.messages.map(({ number, score }) => [number, score]));
  const title = coverage(index, query.titleTerms, new Set(known.keys()));
  const pieces = new Map(candidates.map(({ number }) => [number, index.piece(index.at(number))]));
  const byFile = fileScores(candidates, pieces, top);
  return candidates
    .map(({ number, score }) => {
      const piece = pieces.get(number);
      if (!piece) return { number, score: 0 };
      const about = nameShare(piece, query, index, tokenizer);
      const value =
        (weights.fused * score) / top +
        weights.frame * (frames.get(number) ?? 0) +
        weights.message * (messages.get(number) ?? 0) +
        weights.title * (title.get(number) ?? 0) +
        weights.name * about +
        weights.file * (byFile.get(piece.path) ?? 0) +
        weights.called * (called.get(number) ?? 0) * (0.5 + about) +
        (options.bugType === 'training' && trains(index, piece) ? weights.training : 0);
      return { number, score: value * factorOf(piece, query) };
    })
    .sort((a, b) => b.score - a.score || a.number - b.number);
}

/** What the best candidates call, with the weight of the best caller from 0 to 1. Names that many definitions have tell nothing. */
function calledBy(index: IndexReader, callers: readonly Scored[], top: number): ReadonlyMap<number, number> {
  const called = new Map<number, number>();
  for (const { number: caller, score } of callers) {
    for (const name of index.callsOf(caller).map((own) => own.toLowerCase())) {
      const spread = index.spread(`n:${name}`);
      if (spread === 0 || spread > MOST_NAMESAKES) continue;
      index.eachPlace(`n:${name}`, (number) => {
        if (number !== caller) called.set(number, Math.max(called.get(number) ?? 0, score / top / Math.sqrt(spread)));
      });
    }
  }
  return called;
}

/** For each candidate the share of the title's rarity that its text covers. */
function coverage(
  index: IndexReader,
  terms: readonly string[],
  wanted: ReadonlySet<number>,
): ReadonlyMap<number, number> {
  const covered = new Map<number, number>();
  const weighted = terms.map((term) => ({ term, weight: rarity(index, term) }));
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return covered;
  for (const { term, weight } of weighted) {
    if (weight === 0) continue;
    index.eachPlace(term, (number) => {
      if (wanted.has(number)) covered.set(number, (covered.get(number) ?? 0) + weight / total);
    });
  }
  return covered;
}

/** How much of a definition's name the report speaks of, by rarity. */
function nameShare({ name }: FoundPiece, query: ContextQuery, index: IndexReader, tokenizer: Tokenizer): number {
  const terms = [...new Set(wordsOf(name.replaceAll('.', ' ')).flatMap((word) => tokenizer.termsOf(word).slice(-3)))];
  let total = 0;
  let shared = 0;
  for (const term of terms) {
    const weight = Math.max(rarity(index, term), 0.2);
    total += weight;
    shared += weight * Math.min(1, query.terms.get(term) ?? 0);
  }
  return total === 0 ? 0 : shared / total;
}

/** What the best three pieces of a file say together, from 0 to 1: faults lie where more than one sign points. */
function fileScores(
  candidates: readonly Scored[],
  pieces: ReadonlyMap<number, FoundPiece>,
  top: number,
): ReadonlyMap<string, number> {
  const scores = new Map<string, number[]>();
  for (const { number, score } of candidates) {
    const path = pieces.get(number)?.path ?? '';
    const own = scores.get(path) ?? [];
    if (own.length < 3) own.push(score / top);
    scores.set(path, own);
  }
  return new Map([...scores].map(([path, own]) => [path, own.reduce((sum, score) => sum + score, 0) / 3]));
}

function trains(index: IndexReader, piece: FoundPiece): boolean {
  const units = index.fileOf(piece.path)?.file.training ?? [];
  return units.some(
    ({ kind, firstLine, lastLine }) => kind !== 'caller' && firstLine <= piece.lastLine && piece.firstLine <= lastLine,
  );
}

function factorOf({ role, kind, name, firstLine, lastLine }: FoundPiece, { speaksOfTests }: ContextQuery): number {
  const byRole = role === 'test' && speaksOfTests ? 1 : roleFactor[role];
  const byName = glue.test(name.slice(name.lastIndexOf('.') + 1)) ? 0.45 : 1;
  return byRole * kindFactor[kind] * byName * (lastLine - firstLine < 2 ? 0.85 : 1);
}
