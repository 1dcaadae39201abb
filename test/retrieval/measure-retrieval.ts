import { buildSegment } from '../../src/core/context/index/build-segment';
import { indexFile } from '../../src/core/context/index/index-file';
import { readIndex, type IndexReader } from '../../src/core/context/index/read-index';
import type { Tokenizer } from '../../src/core/context/pieces/tokenize-code';
import { buildQuery } from '../../src/core/context/search/build-query';
import { searchProject, type Ingredient, type SearchHit } from '../../src/core/context/search/search-project';
import type { PythonParser } from '../../src/core/ports/python-parser';
import { readReport } from '../../src/core/report/read-report';
import type { ProjectFiles } from './load-project';
import type { RetrievalPair } from './pair';
import { libraryPairs } from './pairs-libraries';
import { projectPairs1 } from './pairs-projects-1';
import { projectPairs2 } from './pairs-projects-2';

export type Part = 'tuning' | 'heldOut';

/** All pairs; every third one, in the order in which they were written, was kept out of all tuning. */
export const pairs: readonly (RetrievalPair & { readonly part: Part })[] = [
  projectPairs1,
  projectPairs2,
  libraryPairs,
].flatMap((list) =>
  list.map((pair, index) => ({ ...pair, part: index % 3 === 2 ? ('heldOut' as const) : ('tuning' as const) })),
);

/** Shares of pairs whose first find is among the first 1, 5 and 10 hits, and the mean of 1 / rank. */
export interface Figures {
  readonly pairs: number;
  readonly top1: number;
  readonly top5: number;
  readonly top10: number;
  readonly mrr: number;
}

export function indexProject(files: ProjectFiles, parser: PythonParser, tokenizer: Tokenizer): IndexReader {
  const indexed = files.flatMap((file) => {
    const found = indexFile(file, { parser, tokenizer });
    return found ? [{ file: found, digest: '' }] : [];
  });
  const segment = buildSegment(indexed);
  return readIndex({ segments: [segment], files: segment.files.map(({ path }, file) => ({ path, segment: 0, file })) });
}

export function searchFor(
  pair: RetrievalPair,
  index: IndexReader,
  tokenizer: Tokenizer,
  without: ReadonlySet<Ingredient> = new Set(),
): readonly SearchHit[] {
  const { readOut } = readReport({ name: 'report.md', text: pair.report, asOf: null });
  const query = buildQuery({ readOut, text: pair.report }, tokenizer);
  return searchProject({ index, query, bugType: readOut.bugType, tokenizer, limit: 50, without });
}

/** The rank of the first find, from 1, or null where it is not among the hits. */
export function rankOf(pair: RetrievalPair, hits: readonly SearchHit[]): number | null {
  const at = hits.findIndex(({ path, name }) => pair.gold.includes(`${path}::${name}`));
  return at < 0 ? null : at + 1;
}

/** Figures over ranks. */
export function figuresOf(ranks: readonly (number | null)[]): Figures {
  const share = (most: number): number => ranks.filter((rank) => rank !== null && rank <= most).length / ranks.length;
  return {
    pairs: ranks.length,
    top1: share(1),
    top5: share(5),
    top10: share(10),
    mrr: ranks.reduce<number>((sum, rank) => sum + (rank === null ? 0 : 1 / rank), 0) / ranks.length,
  };
}
