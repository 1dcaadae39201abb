import { message } from '../../../protocol/catalogue/catalogue';
import type { ModelCall } from '../../../protocol/model';

/** What calls cost in all, in a few words. Money is told where a price is known. */
export function spentOn(calls: readonly ModelCall[]): string {
  const tokens = calls.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0);
  const seconds = (calls.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000).toFixed(1);
  const costs = calls.flatMap(({ cost }) => (cost === null ? [] : [cost]));
  if (costs.length === 0) return message('app.calls.spent', { tokens, seconds });
  const cost = costs.reduce((sum, one) => sum + one, 0).toFixed(4);
  return message('app.calls.spentCost', { tokens, seconds, cost });
}
