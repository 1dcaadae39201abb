import { message } from '../../protocol/catalogue/catalogue';
import type { Context, ContextChunk } from '../../protocol/context';
import { RepriseError } from '../../protocol/errors';
import type { ReportReadOut } from '../../protocol/report';
import type { Symptom } from '../../protocol/symptom';
import type { Progress } from '../ports/cancellation';
import type { ContextIndex, IndexedProject, SkippedFiles } from '../ports/context-index';
import type { Embedder } from '../ports/embedder';
import type { Ids } from '../ports/ids';
import type { Workspace } from '../ports/workspace';
import { assembleContext, type ContextPart } from './assemble/assemble-context';
import { collectParts } from './assemble/collect-parts';
import { contextFocus } from './assemble/context-focus';
import { countTokens } from './assemble/count-tokens';
import { createPieceTexts, type PieceTexts } from './assemble/piece-texts';
import { readIndex, type IndexReader } from './index/read-index';
import { rankModules } from './modules/rank-modules';
import { createModuleResolver } from './modules/resolve-modules';
import { createTokenizer } from './pieces/tokenize-code';
import { buildQuery } from './search/build-query';
import { rankDense } from './search/rank-dense';
import type { Scored } from './search/rank-lexical';
import { searchProject, type SearchHit } from './search/search-project';
import { rankTraining } from './training/link-steps';
import { tellUses } from './training/tell-uses';

/** Tokens of a context where no model says how many it takes: a quarter of the smallest windows in use. */
export const CONTEXT_TOKENS = 8_000;
const MOST_HITS = 24;
const DENSE_CANDIDATES = 200;
const MOST_MODULES = 5;
const MOST_TRAINING = 5;
const MOST_OMITTED = 40;

export interface GatherOptions {
  readonly readOut: ReportReadOut;
  /** The report's text. */
  readonly report: string;
  readonly symptom: Symptom | null;
  readonly project: string | null;
  readonly index: ContextIndex;
  readonly workspace: Workspace;
  readonly ids: Ids;
  readonly progress: Progress;
  readonly budget?: number;
  readonly embedder?: Embedder;
}

/** What the report points at in the project, within a budget of tokens. Without a project: nothing. */
export async function gatherContext(options: GatherOptions): Promise<Context> {
  const { project, progress, budget = CONTEXT_TOKENS } = options;
  if (project === null) return { chunks: [], leftOut: [] };
  const indexed = await openIndex(options, project);
  if (typeof indexed === 'string') return { chunks: [], leftOut: [indexed] };
  const { readOut, symptom, report: text } = options;
  const index = readIndex(indexed.index);
  const tokenizer = createTokenizer();
  const query = buildQuery({ readOut, text }, tokenizer);
  const texts = createPieceTexts({ project, workspace: options.workspace, progress });
  const search = (limit: number, dense?: readonly Scored[]): readonly SearchHit[] =>
    searchProject({ index, query, bugType: readOut.bugType, tokenizer, limit, ...(dense ? { dense } : {}) });
  const dense = await searchDense(options, { index, texts, hits: () => search(DENSE_CANDIDATES) });
  const hits = search(MOST_HITS, dense.hits);
  const training = rankTraining(index.files()).slice(0, MOST_TRAINING);
  const resolver = createModuleResolver(index);
  const focus = contextFocus(readOut, symptom);
  const parts = await collectParts({ index, query, hits, training, resolver, texts });
  const { chosen, leftOut, tokens } = assembleContext({ parts, focus, budget, countTokens });
  return {
    chunks: chosen.map((part) => toChunk(part, options.ids.next('chunk'))),
    leftOut: [
      ...(dense.failure === undefined ? [] : [dense.failure]),
      ...describeSkipped(indexed, index.paths.length),
      ...texts.unread().map((file) => message('context.gone', { file })),
    ],
    omitted: leftOut.slice(0, MOST_OMITTED),
    tokens,
    budget,
    focus,
    modules: rankModules(hits, resolver, MOST_MODULES).map(({ path, score }) => ({ file: path, score })),
    training: training.map(({ path, firstLine, lastLine, framework, kind, uses }) => {
      return { file: path, firstLine, lastLine, framework, kind, uses: tellUses(uses) };
    }),
  };
}

/** Hits by meaning where an embedder is configured. Where it fails, the search goes on without, and says so. */
async function searchDense(
  { embedder, report, progress }: GatherOptions,
  found: { readonly index: IndexReader; readonly texts: PieceTexts; readonly hits: () => readonly SearchHit[] },
): Promise<{ readonly hits?: readonly Scored[]; readonly failure?: string }> {
  if (!embedder) return {};
  const { index, texts } = found;
  const candidates = found.hits().map(({ at }) => index.numberOf(at));
  try {
    return { hits: await rankDense({ index, report, candidates, texts, embedder, progress }) };
  } catch (error) {
    if (error instanceof RepriseError && error.code === 'unavailable') return { failure: error.message };
    throw error;
  }
}

/** The index, or a sentence on why there is none. */
async function openIndex(
  { index, progress, readOut }: GatherOptions,
  project: string,
): Promise<IndexedProject | string> {
  const frames = readOut.exceptions.flatMap(({ frames: own }) => own.map(({ file }) => file.replaceAll('\\', '/')));
  try {
    return await index.update(project, { first: frames }, progress);
  } catch (error) {
    if (error instanceof RepriseError && error.code === 'badInput') return error.message;
    throw error;
  }
}

function toChunk(part: ContextPart & { readonly tokens: number }, id: string): ContextChunk {
  const { file, firstLine, lastLine, text, score, reason, name, kind, tokens } = part;
  return { id, file, firstLine, lastLine, text, score, reason, name, kind, tokens };
}

/** What of the project was not looked at. */
function describeSkipped({ skipped }: IndexedProject, files: number): readonly string[] {
  const told = skipped.map(({ reason, count, examples }) =>
    message(`context.skipped.${reason}` satisfies `context.skipped.${SkippedFiles['reason']}`, {
      count,
      examples: examples.join(', '),
    }),
  );
  return files === 0 ? [...told, message('context.noFiles')] : told;
}
