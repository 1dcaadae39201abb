import type { BugType } from '../../../protocol/report';
import type { IndexReader } from '../index/read-index';
import type { FoundPiece } from '../index/segment';
import type { Tokenizer } from '../pieces/tokenize-code';
import type { ContextQuery } from './build-query';
import { fuseRanks, type Fused, type RankedList } from './fuse-ranks';
import { rankFiles, rankFrames, rankMessages, rankSymbols } from './rank-evidence';
import { rankLexical, type Scored } from './rank-lexical';
import { rerankByFeatures, type FeatureWeights } from './rerank-features';

/** The ways to look. `dense` only where an embedder is configured. */
export const searchSources = ['frames', 'messages', 'symbols', 'files', 'lexical', 'dense'] as const;
export type SearchSource = (typeof searchSources)[number];

/** What can be switched off, to see what it brings. */
export type Ingredient = SearchSource | 'rerank';

/** A hit with the ways that found it. `score` is from 0 to 1 within one answer. */
export interface SearchHit extends FoundPiece {
  readonly score: number;
  readonly ranks: Fused<SearchSource>['ranks'];
}

const sourceWeights: Readonly<Record<SearchSource, number>> = {
  frames: 2,
  messages: 1,
  symbols: 0.4,
  files: 0.5,
  lexical: 2,
  dense: 1.2,
};
const LIST_LENGTH = 150;
const CANDIDATES = 80;

/** Searches a project for what a report speaks of: evidence, words, and vectors where there are any; the best first. */
export function searchProject(options: {
  readonly index: IndexReader;
  readonly query: ContextQuery;
  readonly bugType: BugType | null;
  readonly tokenizer: Tokenizer;
  readonly limit: number;
  readonly dense?: readonly Scored[];
  readonly without?: ReadonlySet<Ingredient>;
  readonly weights?: FeatureWeights;
}): readonly SearchHit[] {
  const { index, query, bugType, tokenizer, limit, weights, without = new Set<Ingredient>() } = options;
  const lists = ingredientLists(options).filter(({ source }) => !without.has(source));
  const fused = fuseRanks(lists).slice(0, CANDIDATES);
  const ranks = new Map(fused.map((item) => [item.number, item.ranks]));
  const hitsOf = (source: SearchSource): readonly Scored[] => lists.find((list) => list.source === source)?.hits ?? [];
  const ordered = without.has('rerank')
    ? fused
    : rerankByFeatures({
        ...{ index, query, bugType, tokenizer, candidates: fused },
        ...{ frames: hitsOf('frames'), messages: hitsOf('messages') },
        ...(weights ? { weights } : {}),
      });
  const top = ordered[0]?.score ?? 1;
  return ordered.slice(0, limit).map(({ number, score }) => ({
    ...index.piece(index.at(number)),
    score: Math.round((score / top) * 1000) / 1000,
    ranks: ranks.get(number) ?? new Map<SearchSource, number>(),
  }));
}

function ingredientLists({
  index,
  query,
  tokenizer,
  dense,
}: {
  readonly index: IndexReader;
  readonly query: ContextQuery;
  readonly tokenizer: Tokenizer;
  readonly dense?: readonly Scored[];
}): readonly RankedList<SearchSource>[] {
  const list = (source: SearchSource, hits: readonly Scored[]): RankedList<SearchSource> => ({
    source,
    weight: sourceWeights[source],
    hits,
  });
  return [
    list('frames', rankFrames(index, query.frames)),
    list('messages', rankMessages(index, query.errors, tokenizer, LIST_LENGTH)),
    list('symbols', rankSymbols(index, query.symbols, LIST_LENGTH)),
    list('files', rankFiles(index, query.files)),
    list('lexical', rankLexical(index, query.terms, LIST_LENGTH)),
    ...(dense ? [list('dense', dense)] : []),
  ];
}
