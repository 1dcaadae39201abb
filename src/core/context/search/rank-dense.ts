import type { Progress } from '../../ports/cancellation';
import type { Embedder } from '../../ports/embedder';
import type { PieceTexts } from '../assemble/piece-texts';
import type { IndexReader } from '../index/read-index';
import type { Scored } from './rank-lexical';

/** What an embedder reads of a text at most; the usual ones take some 500 tokens. */
const LONGEST = 2_000;
/** Pieces that are looked at: those of any other list first, then sources in the order of the project. */
const MOST_PIECES = 600;

/** Pieces by how near their meaning is to the report's (cosine), the nearest first. */
export async function rankDense(options: {
  readonly index: IndexReader;
  readonly report: string;
  /** Numbers of pieces that other lists found, the best first. */
  readonly candidates: readonly number[];
  readonly texts: PieceTexts;
  readonly embedder: Embedder;
  readonly progress: Progress;
}): Promise<readonly Scored[]> {
  const { index, texts, embedder, progress } = options;
  const numbers = [...new Set([...options.candidates, ...sourcePieces(index)])].slice(0, MOST_PIECES);
  const found: { readonly number: number; readonly text: string }[] = [];
  for (const number of numbers) {
    const { path, name, firstLine, lastLine } = index.piece(index.at(number));
    const text = await texts.lines(path, firstLine, lastLine);
    if (text !== null) found.push({ number, text: `${path} ${name}\n${text}`.slice(0, LONGEST) });
  }
  const [query, ...vectors] = await embedder.embed(
    [options.report.slice(0, LONGEST), ...found.map(({ text }) => text)],
    progress,
  );
  if (!query) return [];
  return found
    .map(({ number }, place) => ({ number, score: cosine(query, vectors[place] ?? []) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.number - b.number);
}

function* sourcePieces(index: IndexReader): Iterable<number> {
  for (const path of index.paths) {
    const found = index.fileOf(path);
    if (found?.file.role === 'source') for (const at of found.pieces) yield index.numberOf(at);
  }
}

function cosine(one: readonly number[], other: readonly number[]): number {
  let product = 0;
  let first = 0;
  let second = 0;
  one.forEach((value, place) => {
    const own = other[place] ?? 0;
    product += value * own;
    first += value * value;
    second += own * own;
  });
  return first === 0 || second === 0 ? 0 : product / Math.sqrt(first * second);
}
