import type { PrintedFrame } from '../../../protocol/report';
import type { IndexReader } from '../index/read-index';
import { wordsOf } from '../pieces/scan-code';
import type { Tokenizer } from '../pieces/tokenize-code';
import type { ContextQuery } from './build-query';
import { rarity, type Scored } from './rank-lexical';

/** A piece that a frame of a traceback names. `depth` counts from the innermost, 0, outwards. */
export interface FrameHit extends Scored {
  readonly line: number;
  readonly function: string | null;
}

/** The files that a printed path may mean: those with the longest tail of folders in common. */
export function filesFor(
  printed: string,
  paths: readonly string[],
): { readonly shared: number; readonly files: readonly string[] } {
  const wanted = printed.replaceAll('\\', '/').split('/').reverse();
  let files: string[] = [];
  let longest = 0;
  for (const path of paths) {
    const parts = path.split('/').reverse();
    let shared = 0;
    while (shared < parts.length && shared < wanted.length && parts[shared] === wanted[shared]) shared += 1;
    if (shared > longest) [files, longest] = [[path], shared];
    else if (shared === longest && shared > 0) files.push(path);
  }
  return { shared: longest, files };
}

/** Pieces that tracebacks name, the innermost of the project first. Line numbers of another version are corrected by the function's name. */
export function rankFrames(index: IndexReader, frames: ContextQuery['frames']): readonly FrameHit[] {
  const hits = new Map<number, FrameHit>();
  for (const traceback of frames) {
    let depth = 0;
    for (const frame of [...traceback].reverse()) {
      const hit = pieceOfFrame(index, frame);
      if (hit === null) continue;
      const score = 1 / (1 + 0.5 * depth);
      depth += 1;
      const known = hits.get(hit);
      if (!known || known.score < score)
        hits.set(hit, { number: hit, score, line: frame.line, function: frame.function });
    }
  }
  return [...hits.values()].sort((a, b) => b.score - a.score || a.number - b.number);
}

function pieceOfFrame(index: IndexReader, frame: PrintedFrame): number | null {
  const { shared, files } = filesFor(frame.file, index.paths);
  const isInstalled = /[\\/](?:site|dist)-packages[\\/]/.test(frame.file);
  // A library's file is the project's only where the project is that library.
  if (shared === 0 || (isInstalled && shared < 2)) return null;
  let best: number | null = null;
  let bestFit = 0;
  for (const path of files) {
    for (const at of index.fileOf(path)?.pieces ?? []) {
      const piece = index.piece(at);
      const own = piece.name.slice(piece.name.lastIndexOf('.') + 1);
      const holds = piece.firstLine <= frame.line && frame.line <= piece.lastLine;
      const isNamed = frame.function !== null && own === frame.function;
      const isModule = frame.function === '<module>' && (piece.kind === 'module' || piece.kind === 'class');
      const distance = Math.min(Math.abs(piece.firstLine - frame.line), 10_000) / 10_000;
      const fit = (isNamed || isModule ? 2 : 0) + (holds ? 1.5 : 0) - distance;
      if ((isNamed || holds) && fit > bestFit) [best, bestFit] = [index.numberOf(at), fit];
    }
  }
  // One name in common is a coincidence unless the function agrees.
  return shared >= 2 || bestFit >= 1.9 || files.length === 1 ? best : null;
}

/** Pieces whose literals hold the words of a reported message, by the share of its rarity that they cover. */
export function rankMessages(
  index: IndexReader,
  errors: ContextQuery['errors'],
  tokenizer: Tokenizer,
  limit: number,
): readonly Scored[] {
  const found = new Map<number, number>();
  for (const { type, message } of errors) {
    const words = new Set(wordsOf(message.slice(0, 600)).flatMap((word) => tokenizer.termsOf(word).slice(0, 1)));
    const weighted = [...words].map((term) => ({ term: `s:${term}`, weight: rarity(index, `s:${term}`) }));
    const total = [...words].reduce(
      (sum, term) => sum + (rarity(index, `s:${term}`) || Math.log(1 + index.pieces) * 0.6),
      0,
    );
    if (total === 0) continue;
    const own = new Map<number, number>();
    for (const { term, weight } of weighted) {
      if (weight > 0) index.eachPlace(term, (number) => own.set(number, (own.get(number) ?? 0) + weight / total));
    }
    const raisers = new Set<number>();
    index.eachPlace(`r:${type.slice(type.lastIndexOf('.') + 1).toLowerCase()}`, (number) => raisers.add(number));
    for (const [number, share] of own) {
      if (share < 0.4) continue;
      const score = share * (raisers.has(number) ? 1.3 : 1);
      if (score > (found.get(number) ?? 0)) found.set(number, score);
    }
  }
  return [...found]
    .map(([number, score]) => ({ number, score }))
    .sort((a, b) => b.score - a.score || a.number - b.number)
    .slice(0, limit);
}

/** Definitions that the report names, rare names first; members of a named class follow it. */
export function rankSymbols(index: IndexReader, symbols: ContextQuery['symbols'], limit: number): readonly Scored[] {
  const scores = new Map<number, number>();
  const add = (term: string, weight: number): void => {
    const spread = index.spread(term);
    if (spread === 0) return;
    const own = weight / (1 + Math.log(spread));
    index.eachPlace(term, (number) => scores.set(number, (scores.get(number) ?? 0) + own));
  };
  for (const [name, weight] of symbols) {
    add(`n:${name.toLowerCase()}`, weight);
    add(`o:${name.toLowerCase()}`, weight * 0.6);
  }
  return [...scores]
    .map(([number, score]) => ({ number, score }))
    .sort((a, b) => b.score - a.score || a.number - b.number)
    .slice(0, limit);
}

/** All pieces of files that the report names. */
export function rankFiles(index: IndexReader, names: readonly string[]): readonly Scored[] {
  return names.flatMap((name) => {
    const { shared, files } = filesFor(name, index.paths);
    if (shared < name.split('/').length || files.length > 5) return [];
    return files.flatMap((path) =>
      (index.fileOf(path)?.pieces ?? []).map((at) => ({ number: index.numberOf(at), score: 1 / files.length })),
    );
  });
}
