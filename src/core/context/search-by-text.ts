import type { ContextHit } from '../../protocol/context';
import type { Progress } from '../ports/cancellation';
import type { ContextIndex } from '../ports/context-index';
import { readReport } from '../report/read-report';
import { readIndex } from './index/read-index';
import { createTokenizer } from './pieces/tokenize-code';
import { buildQuery } from './search/build-query';
import { explainHit } from './search/explain-hit';
import { searchProject } from './search/search-project';

/** Looks through a project for what a person typed: words, names, a line of a traceback, or a whole report. The best first. */
export async function searchByText(
  options: { readonly project: string; readonly text: string; readonly limit: number; readonly index: ContextIndex },
  progress: Progress,
): Promise<readonly ContextHit[]> {
  const { project, text, limit } = options;
  const { readOut } = readReport({ name: 'search', text, asOf: null });
  const indexed = await options.index.update(project, { first: [] }, progress);
  const index = readIndex(indexed.index);
  const tokenizer = createTokenizer();
  // A short text is meant word by word: each may be a name.
  const base = buildQuery({ readOut, text }, tokenizer);
  const names = text.length <= 200 ? (text.match(/[A-Za-z_]\w*/g) ?? []) : [];
  const symbols = new Map([...base.symbols, ...names.map((name): [string, number] => [name, 2])]);
  const query = { ...base, symbols };
  const hits = searchProject({ index, query, bugType: readOut.bugType, tokenizer, limit });
  return hits.map((hit) => ({
    file: hit.path,
    firstLine: hit.firstLine,
    lastLine: hit.lastLine,
    name: hit.name,
    score: hit.score,
    reason: explainHit(hit, index, query, 'typed'),
  }));
}
