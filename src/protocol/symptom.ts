import { z } from 'zod';
import { Id, Span } from './primitives';

/** Text with its changing parts masked: literal pieces and masks in turn. `agree` marks masks whose value must be equal. */
export const TemplatePart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({
    kind: z.literal('mask'),
    mask: z.enum(['number', 'shape', 'address', 'path', 'device', 'objectId', 'quoted']),
    value: z.string(),
    agree: z.boolean(),
  }),
]);
export type TemplatePart = z.infer<typeof TemplatePart>;

export const MessageTemplate = z.object({ source: z.string(), parts: z.array(TemplatePart) });
export type MessageTemplate = z.infer<typeof MessageTemplate>;

/** Where the report places the fault: the innermost frame that is not the reporter's, or the call it blames. */
export const BlamedPlace = z.object({
  file: z.string().nullable(),
  function: z.string().nullable(),
  /** The reporter's own line that failed, as printed. */
  code: z.string().nullable(),
});
export type BlamedPlace = z.infer<typeof BlamedPlace>;

const comparison = z.enum(['<', '<=', '>', '>=', '==', 'isnan']);
const common = {
  id: Id,
  /** From 0 (a guess) to 1 (printed in the report). */
  confidence: z.number().min(0).max(1),
  span: Span.nullable(),
  author: z.enum(['report', 'user', 'model']),
};

/** What the report says goes wrong, in checkable form (design, section 6). */
export const Symptom = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('exception'),
    type: z.string(),
    message: MessageTemplate.nullable(),
    blamed: BlamedPlace.nullable(),
    phase: z.enum(['import', 'build', 'train', 'predict', 'save', 'load']).nullable(),
  }),
  z.object({ ...common, kind: z.literal('signal'), signal: z.string() }),
  z.object({ ...common, kind: z.literal('outOfMemory'), where: z.enum(['host', 'gpu']) }),
  z.object({ ...common, kind: z.literal('hang'), afterSeconds: z.number().positive().nullable() }),
  z.object({ ...common, kind: z.literal('warning'), category: z.string().nullable(), message: MessageTemplate }),
  z.object({ ...common, kind: z.literal('nonFinite'), what: z.enum(['loss', 'gradient', 'weight', 'output']) }),
  z.object({
    ...common,
    kind: z.literal('stuckMetric'),
    metric: z.string(),
    value: z.number().nullable(),
    /** The value is what guessing among so many classes gives. Absent: that is not said, or not known. */
    classes: z.number().int().min(2).optional(),
  }),
  z.object({ ...common, kind: z.literal('divergingMetric'), metric: z.string(), direction: z.enum(['up', 'down']) }),
  z.object({
    ...common,
    kind: z.literal('metricGap'),
    metric: z.string(),
    between: z.enum(['trainValidation', 'runs', 'backends']),
    op: comparison,
    value: z.number().nullable(),
  }),
  z.object({
    ...common,
    kind: z.literal('wrongShape'),
    what: z.string(),
    expected: z.string().nullable(),
    actual: z.string().nullable(),
  }),
  z.object({
    ...common,
    kind: z.literal('wrongType'),
    what: z.string(),
    expected: z.string().nullable(),
    actual: z.string().nullable(),
  }),
  z.object({
    ...common,
    kind: z.literal('wrongValue'),
    what: z.string(),
    op: comparison,
    value: z.number().nullable(),
  }),
  z.object({ ...common, kind: z.literal('slow'), what: z.string(), ratio: z.number().positive().nullable() }),
  z.object({ ...common, kind: z.literal('memoryGrowth'), bytesPerStep: z.number().nullable() }),
  z.object({ ...common, kind: z.literal('saveLoadMismatch'), what: z.string() }),
  z.object({ ...common, kind: z.literal('nonDeterminism'), what: z.string() }),
]);
export type Symptom = z.infer<typeof Symptom>;
export type ExceptionSymptom = Extract<Symptom, { kind: 'exception' }>;
