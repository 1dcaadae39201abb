import { message } from '../../../protocol/catalogue/catalogue';
import type { ContextChunk } from '../../../protocol/context';
import type { ModelChoice } from '../../../protocol/model';
import { rankSchema } from '../../model/answer-schemas';
import { CHUNK_CHARACTERS } from '../../model/prompts/facts';
import { rankPrompt } from '../../model/prompts/rank-prompt';
import { readRankAnswer } from '../../model/read-answer';
import { describeSymptom } from '../../plan/describe-symptom';
import { required, type Work } from '../work';
import { ask } from './ask';

/** More are not told apart by their first lines. */
const MOST_CANDIDATES = 40;

/** What the model may put in order: what no person pinned, in the order of the features. */
function candidatesOf(work: Work): readonly ContextChunk[] {
  const chunks = work.session.state().context?.chunks ?? [];
  return chunks
    .filter(({ pinned }) => pinned !== true)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_CANDIDATES);
}

/** Whether the model is to put the context in order: once, and where a question cannot hold all of it anyway. */
export function wantsRank(work: Work, choice: ModelChoice): boolean {
  const { modelCalls = [], context } = work.session.state();
  if (modelCalls.some(({ strategy }) => strategy === 'rerank')) return false;
  if (choice.without?.includes('rerank') || choice.without?.includes('context')) return false;
  const characters = (context?.chunks ?? []).reduce((sum, { text }) => sum + text.length, 0);
  return characters > CHUNK_CHARACTERS && candidatesOf(work).length > 1;
}

/** Numbers of an answer as places from 0, each once, those that it left out behind in their order. */
export function wholeOrder(order: readonly number[], count: number): readonly number[] {
  const named = order
    .map((number) => number - 1)
    .filter((place) => Number.isInteger(place) && place >= 0 && place < count);
  return [...new Set([...named, ...Array.from({ length: count }, (_, place) => place)])];
}

/** Asks the model in which order the parts of the context matter. Without an answer the order of the features stays. */
export async function rankByModel(work: Work, choice: ModelChoice): Promise<void> {
  const { session, ports } = work;
  const state = session.state();
  const candidates = candidatesOf(work);
  const facts = {
    readOut: required(state.report.readOut, 'report'),
    source: await ports.store.readReport(state.id),
    symptom: describeSymptom(required(state.symptoms[0], 'symptoms')),
    candidates,
  };
  const answered = await ask(
    work,
    choice,
    {
      purpose: 'plan',
      strategy: 'rerank',
      prompt: (level, boundary) => rankPrompt({ ...facts, level, boundary }),
      schema: rankSchema(),
      read: readRankAnswer,
      temperature: 0,
      maxOutputTokens: 400,
    },
    () => message('model.ranked', { count: candidates.length }),
  );
  const context = session.state().context;
  if (!answered || !context) return;
  // Scores stay as they are and change hands, so that they compare with those of pinned parts.
  const ranked = wholeOrder(answered.value.order, candidates.length).flatMap((from, to): readonly ContextChunk[] => {
    const [chunk, score] = [candidates[from], candidates[to]?.score];
    if (!chunk || score === undefined) return [];
    return [{ ...chunk, score, reason: `${chunk.reason} ${message('context.why.model', { place: to + 1 })}` }];
  });
  const byId = new Map(ranked.map((chunk) => [chunk.id, chunk]));
  // What a person dropped or pinned meanwhile stays dropped and pinned.
  const there = new Set(context.chunks.map(({ id }) => id));
  const pinned = new Set(context.chunks.flatMap(({ id, pinned: isPinned }) => (isPinned === true ? [id] : [])));
  const rest = context.chunks.filter(({ id }) => !byId.has(id) || pinned.has(id));
  const moved = ranked.filter(({ id }) => there.has(id) && !pinned.has(id));
  const chunks = [...rest.filter(({ id }) => pinned.has(id)), ...moved, ...rest.filter(({ id }) => !pinned.has(id))];
  await session.emit({ type: 'context/edited', context: { ...context, chunks } });
}
