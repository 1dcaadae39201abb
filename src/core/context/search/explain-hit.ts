import { message } from '../../../protocol/catalogue/catalogue';
import type { IndexReader } from '../index/read-index';
import type { ContextQuery } from './build-query';
import { rarity } from './rank-lexical';
import type { SearchHit } from './search-project';

const MOST_WORDS = 6;

/** What was looked for: what the report speaks of, or words that a person typed. */
type Asked = 'report' | 'typed';

const WORDS = {
  report: { symbol: 'context.why.symbol', file: 'context.why.file', words: 'context.why.words' },
  typed: { symbol: 'context.why.typedSymbol', file: 'context.why.typedFile', words: 'context.why.typedWords' },
} as const;

/** Why a piece was found, in sentences for people: each way that found it, with its place there. */
export function explainHit(hit: SearchHit, index: IndexReader, query: ContextQuery, asked: Asked = 'report'): string {
  const { ranks } = hit;
  const sentences: string[] = [];
  const rank = (source: Parameters<typeof ranks.get>[0]): number | undefined => ranks.get(source);
  if (rank('frames') !== undefined) sentences.push(message('context.why.frame'));
  if (rank('messages') !== undefined) sentences.push(message('context.why.message'));
  if (rank('symbols') !== undefined) sentences.push(message(WORDS[asked].symbol));
  if (rank('files') !== undefined) sentences.push(message(WORDS[asked].file));
  const lexical = rank('lexical');
  const words = lexical === undefined ? [] : sharedWords(hit, index, query);
  if (lexical !== undefined && words.length > 0) {
    sentences.push(message(WORDS[asked].words, { words: words.join(', '), rank: lexical }));
  }
  const dense = rank('dense');
  if (dense !== undefined) sentences.push(message('context.why.dense', { rank: dense }));
  return sentences.length > 0 ? sentences.join(' ') : message('context.why.called');
}

/** The words of the report that the piece holds, those that tell the most first. */
function sharedWords(hit: SearchHit, index: IndexReader, query: ContextQuery): readonly string[] {
  const number = index.numberOf(hit.at);
  return [...query.terms]
    .map(([term, weight]) => ({ term, weight: weight * rarity(index, term) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
    .slice(0, 60)
    .filter(({ term }) => index.holds(term, number))
    .slice(0, MOST_WORDS)
    .map(({ term }) => term);
}
