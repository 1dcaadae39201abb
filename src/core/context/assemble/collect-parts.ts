import { message } from '../../../protocol/catalogue/catalogue';
import type { IndexReader } from '../index/read-index';
import type { FoundPiece } from '../index/segment';
import type { ModuleResolver } from '../modules/resolve-modules';
import type { ContextQuery } from '../search/build-query';
import { explainHit } from '../search/explain-hit';
import type { SearchHit } from '../search/search-project';
import type { RankedTraining } from '../training/link-steps';
import { tellUses } from '../training/tell-uses';
import type { ContextPart } from './assemble-context';
import type { PieceTexts } from './piece-texts';

/** How many of the best hits show what they call. */
const EXPLAINED_HITS = 6;
const MOST_DEPENDENCIES = 12;
const CALLS = /(?<![\w.])([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*\(/g;
/** Methods that a reader of a class's call wants to see: how it is made and what it does. */
const telling = ['__init__', 'forward', 'call', '__call__'];

/** All that may go into a context, with texts: hits, training code, what the best of them call, and what the project requires. */
export async function collectParts(options: {
  readonly index: IndexReader;
  readonly query: ContextQuery;
  readonly hits: readonly SearchHit[];
  readonly training: readonly RankedTraining[];
  readonly resolver: ModuleResolver;
  readonly texts: PieceTexts;
}): Promise<readonly ContextPart[]> {
  const { index, query, texts } = options;
  const hits = await present(
    options.hits.map((hit) => ({
      ...toPlace(hit),
      score: hit.score,
      kind: hit.role === 'config' ? ('config' as const) : ('hit' as const),
      reason: explainHit(hit, index, query),
    })),
    texts,
  );
  const training = await present(
    options.training.map(({ path, firstLine, lastLine, within, score, framework, uses, through }) => ({
      ...{ file: path, firstLine, lastLine, name: within, score, kind: 'training' as const },
      reason: [
        message('context.why.training', { framework: framework ?? 'Python', uses: tellUses(uses) }),
        ...(through === null ? [] : [message('context.why.step', { step: through })]),
      ].join(' '),
    })),
    texts,
  );
  const callers = [...hits.filter(({ kind }) => kind === 'hit').slice(0, EXPLAINED_HITS), ...training.slice(0, 1)];
  const dependencies = await present(dependenciesOf(callers, options).slice(0, MOST_DEPENDENCIES), texts);
  return [...hits, ...training, ...dependencies, ...(await requirementsOf(index, texts))];
}

type Place = Omit<ContextPart, 'text'>;

async function present(places: readonly Place[], texts: PieceTexts): Promise<readonly ContextPart[]> {
  const parts: ContextPart[] = [];
  for (const place of places) {
    const text = await texts.lines(place.file, place.firstLine, place.lastLine);
    if (text !== null && text.trim() !== '') parts.push({ ...place, text });
  }
  return parts;
}

function toPlace({ path, firstLine, lastLine, name }: FoundPiece) {
  return { file: path, firstLine, lastLine, name };
}

/** Definitions of the project that parts call, through imports, those of the best parts first. */
function dependenciesOf(
  parts: readonly ContextPart[],
  { index, resolver }: { readonly index: IndexReader; readonly resolver: ModuleResolver },
): readonly Place[] {
  const found = new Map<string, Place>();
  for (const { file, name: caller, text, score } of parts) {
    const owner = caller.split('.').slice(0, -1).join('.');
    for (const called of new Set([...text.matchAll(CALLS)].map(([, name = '']) => name))) {
      const own = called.startsWith('self.') && owner !== '' ? `${owner}.${called.slice(5)}` : called;
      const at = resolver.definitionOf(file, own);
      if (!at) continue;
      const piece = index.piece(at);
      const more =
        piece.kind === 'class'
          ? telling.map((method) => resolver.definitionOf(piece.path, `${piece.name}.${method}`))
          : [];
      for (const place of [at, ...more]) {
        if (!place) continue;
        const own = index.piece(place);
        const key = `${own.path}:${own.firstLine}`;
        if (found.has(key) || (own.path === file && own.name === caller)) continue;
        found.set(key, {
          ...toPlace(own),
          score: Math.round(score * 500) / 1000,
          kind: 'dependency',
          reason: message('context.why.calledBy', { name: caller === '' ? file : caller }),
        });
      }
    }
  }
  return [...found.values()];
}

/** The file that says what the project needs, where it is short. */
async function requirementsOf(index: IndexReader, texts: PieceTexts): Promise<readonly ContextPart[]> {
  const files = index.paths.filter((path) =>
    /^(?:requirements[^/]*\.txt|environment\.ya?ml|pyproject\.toml|setup\.cfg)$/.test(path),
  );
  const places = files.slice(0, 2).flatMap((file): readonly Place[] => {
    const [first] = index.fileOf(file)?.pieces ?? [];
    if (!first) return [];
    return [{ ...toPlace(index.piece(first)), score: 0.05, kind: 'config', reason: message('context.why.requires') }];
  });
  return present(places, texts);
}
