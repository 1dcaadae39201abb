import { z } from 'zod';
import type { ModelRequest } from '../../core/ports/model';
import { ModelFailureKind } from '../../protocol/model';
import { digestOf } from '../system/digest';

/** A recorded call: the question as it was put, without its boundary's word, and what came of it. Holds no key and no address. */
export const RecordedCall = z.object({
  version: z.literal(1),
  /** Its place among the calls of the folder, from 0. Absent in older ones. */
  order: z.number().int().nonnegative().optional(),
  key: z.string(),
  /** Tokens that the model's context was known to hold, by which questions are as long as they are. Absent: not known. */
  contextTokens: z.number().int().positive().optional(),
  request: z.object({
    purpose: z.string(),
    model: z.string(),
    messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
    schema: z.string(),
    temperature: z.number(),
    maxOutputTokens: z.number(),
  }),
  reply: z.object({
    kind: z.enum(['answer', 'failed']),
    text: z.string(),
    failure: ModelFailureKind.nullable(),
    message: z.string(),
    usage: z.object({ inputTokens: z.number(), outputTokens: z.number(), estimated: z.boolean() }),
    durationMs: z.number(),
    firstByteMs: z.number().nullable(),
    requests: z.number(),
  }),
});
export type RecordedCall = z.infer<typeof RecordedCall>;

/** The question in the form in which it is kept: the boundary's word differs from call to call, and is left out. */
export function keptRequest(request: ModelRequest): RecordedCall['request'] {
  const plain = (text: string): string => text.split(request.boundary).join('BOUNDARY');
  return {
    purpose: request.purpose,
    model: request.model,
    messages: request.messages.map(({ role, content }) => ({ role, content: plain(content) })),
    schema: request.schema.name,
    temperature: request.temperature,
    maxOutputTokens: request.maxOutputTokens,
  };
}

/** Without what differs between two runs of one script: addresses in memory, and times. */
function steady(text: string): string {
  return text.replace(/0x[0-9a-f]{4,16}/gi, '0x').replace(/\b\d+(?:\.\d+)?(?= ?(?:ms|s|seconds?)\b)/g, 'N');
}

/** What questions have in common whose answers do for each other, whatever they hold: the form of the answer, and whether it is a correction. */
export function kindOf({ schema, purpose }: { readonly schema: string; readonly purpose: string }): string {
  return `${schema} ${purpose === 'repair' ? 'repair' : ''}`;
}

/** What a question is found by. The model's name is no part of it, so that traffic serves under another name. */
export function keyOf(request: ModelRequest): string {
  const { purpose, messages, schema, temperature } = keptRequest(request);
  return digestOf(JSON.stringify([purpose, messages.map(({ content }) => steady(content)), schema, temperature]));
}
