import type { ModelCall, ModelChoice } from '../../protocol/model';
import type { ModelUsage } from '../ports/model';

/** What was spent so far. Dollars; null: no price is known. */
export interface Spent {
  readonly calls: number;
  readonly tokens: number;
  readonly seconds: number;
  readonly cost: number | null;
}

/** Sums up calls. */
export function spentOn(calls: readonly ModelCall[]): Spent {
  return {
    calls: calls.length,
    tokens: calls.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0),
    seconds: calls.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000,
    cost: calls.some(({ cost }) => cost !== null) ? calls.reduce((sum, { cost }) => sum + (cost ?? 0), 0) : null,
  };
}

/** Dollars of one call; null where no price is known. */
export function costOf(
  choice: Pick<ModelChoice, 'price'>,
  usage: Pick<ModelUsage, 'inputTokens' | 'outputTokens'>,
): number | null {
  if (!choice.price) return null;
  return (usage.inputTokens * choice.price.input + usage.outputTokens * choice.price.output) / 1_000_000;
}

/** Seconds that the next answer may take. */
export function secondsLeft(maxSeconds: number, spent: Pick<Spent, 'seconds'>): number {
  return Math.max(0, maxSeconds - spent.seconds);
}

/** With less left no question is put: nothing could come of it. */
const LEAST_SECONDS = 1;

/**
 * Whether one more call fits under every cap, at the most that it can cost. A cap is never passed by an estimate: what a call will
 * take is counted with its longest answer, and a token for every three characters of the question.
 */
export function fitsCaps(
  choice: ModelChoice,
  spent: Spent,
  next: { readonly characters: number; readonly maxOutputTokens: number },
): boolean {
  const usage = { inputTokens: Math.ceil(next.characters / 3), outputTokens: next.maxOutputTokens };
  if (spent.calls >= choice.maxCalls) return false;
  if (choice.maxSeconds !== undefined && secondsLeft(choice.maxSeconds, spent) < LEAST_SECONDS) return false;
  if (choice.maxTokens !== undefined && spent.tokens + usage.inputTokens + usage.outputTokens > choice.maxTokens) {
    return false;
  }
  if (choice.maxCost === undefined) return true;
  const cost = costOf(choice, usage);
  // A cap of money without a price cannot be kept, so nothing is asked.
  return cost !== null && (spent.cost ?? 0) + cost <= choice.maxCost;
}
