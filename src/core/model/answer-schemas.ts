import { z } from 'zod';
import { PlanAnswer, RankAnswer, ScriptAnswer, UnderstandAnswer } from '../../protocol/model';
import type { ModelRequest } from '../ports/model';

/** Endpoints with strict schemas take no lengths and no dialect. */
function plainSchema(schema: z.ZodType): Readonly<Record<string, unknown>> {
  const drop = new Set(['$schema', 'minLength', 'maxLength', 'minItems', 'maxItems']);
  const text = JSON.stringify(z.toJSONSchema(schema), (key, value: unknown) => (drop.has(key) ? undefined : value));
  return JSON.parse(text) as Readonly<Record<string, unknown>>;
}

/** The form of an answer with code. */
export function scriptSchema(): ModelRequest['schema'] {
  return { name: 'script_answer', body: plainSchema(ScriptAnswer) };
}

/** The form of a plan. */
export function planSchema(): ModelRequest['schema'] {
  return { name: 'plan_answer', body: plainSchema(PlanAnswer) };
}

/** The form of an order of parts. */
export function rankSchema(): ModelRequest['schema'] {
  return { name: 'rank_answer', body: plainSchema(RankAnswer) };
}

/** The form of what goes wrong. */
export function understandSchema(): ModelRequest['schema'] {
  return { name: 'understand_answer', body: plainSchema(UnderstandAnswer) };
}
