import { z } from 'zod';

/** What is known of a case (its `expected.json`). Fields that the evaluation has no use for are left aside. */
export const Expected = z.object({
  framework: z.string(),
  bugType: z.string().default('unknown'),
  kind: z.enum(['exception', 'silent', 'low-accuracy', 'slow', 'warning', 'not-reproducible']),
  symptomKind: z.string(),
  reportQuality: z.string(),
  exception: z.string().optional(),
  exceptionAlternatives: z.array(z.string()).optional(),
  message_regex: z.string().optional(),
  metric: z.object({ op: z.string() }).optional(),
  reason: z.string().optional(),
  /** Set where the bug shows only in versions of its time. */
  exclude_newer: z.string().optional(),
});
export type Expected = z.infer<typeof Expected>;

/** A case on disk: a report, and what a reproduction of it must show. */
export interface Case {
  readonly id: string;
  readonly report: string;
  readonly expected: Expected;
}

/** A shortened script: its lines before and after, empty ones left aside, and what the shorter one was judged by. */
export const Minimised = z.object({
  before: z.number(),
  after: z.number(),
  outcome: z.string(),
  /** Runs of the shorter script, and those that showed the fault. */
  shown: z.number(),
  repeats: z.number(),
  seconds: z.number(),
  script: z.string(),
});
export type Minimised = z.infer<typeof Minimised>;

/** What an evaluation keeps of a case. */
export const CaseResult = z.object({
  id: z.string(),
  framework: z.string(),
  bugType: z.string(),
  kind: z.string(),
  quality: z.string(),
  outcome: z.string(),
  /** right: as expected. wrong: a verdict that must not be. open: neither. */
  rating: z.enum(['right', 'wrong', 'open']),
  symptomKind: z.string().nullable(),
  /** The kind of symptom that is known of the case. Absent in older files, as what follows with it. */
  expectedSymptom: z.string().optional(),
  environmentFailed: z.boolean().optional(),
  observed: z.string().nullable(),
  /** Why it ended so, for people. */
  why: z.string(),
  /** Edit actions from the report's code to the attempt that was judged, in their order. */
  actions: z.array(z.string()),
  attempts: z.number(),
  executions: z.number(),
  seconds: z.number(),
  /** Calls of a model, with their tokens and seconds. Absent: none was made. */
  model: z.object({ calls: z.number(), tokens: z.number(), seconds: z.number() }).optional(),
  environment: z.string().nullable(),
  /** What shortening its script came to. Absent: it was not asked for, or there was nothing to shorten. */
  minimised: Minimised.optional(),
});
export type CaseResult = z.infer<typeof CaseResult>;
