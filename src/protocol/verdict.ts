import { z } from 'zod';
import { Id, Span, Timestamp } from './primitives';

export const Outcome = z.enum(['reproduced', 'notReproduced', 'inconclusive', 'cancelled', 'failed']);
export type Outcome = z.infer<typeof Outcome>;

/** Named rules of the verdict (design, section 6). The screen shows each. */
export const RuleName = z.enum(['match', 'wording', 'environment', 'repeat', 'agreement', 'genuine', 'control']);
export type RuleName = z.infer<typeof RuleName>;

/** A line of evidence. `text` is a sentence for people; `reference` is where a click leads. */
export const Evidence = z.object({
  text: z.string(),
  reference: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('report'), span: Span }),
      z.object({ kind: z.literal('output'), executionId: Id, text: z.string() }),
      z.object({ kind: z.literal('script'), line: z.number().int().positive() }),
    ])
    .nullable(),
});
export type Evidence = z.infer<typeof Evidence>;

export const RuleResult = z.object({
  rule: RuleName,
  /** `waived`: the rule could not be applied, and that passes for this kind of symptom; the evidence says why. */
  result: z.enum(['passed', 'failed', 'waived', 'notReached']),
  evidence: z.array(Evidence),
});
export type RuleResult = z.infer<typeof RuleResult>;

/** What is missing for an answer. */
export const Missing = z.object({
  kind: z.enum([
    'gpu',
    'dataset',
    'python',
    'package',
    'network',
    'symptom',
    'code',
    'control',
    'approval',
    'sandbox',
    'time',
    'other',
  ]),
  name: z.string(),
  /** A sentence that says what to do. */
  message: z.string(),
});
export type Missing = z.infer<typeof Missing>;

export const Repeat = z.object({
  executionId: Id,
  cold: z.boolean(),
  seed: z.number().int().nullable(),
  shown: z.boolean(),
});
export type Repeat = z.infer<typeof Repeat>;

/** The last values of one metric over several runs. Null: none of them was finite. */
const MetricSpread = z.object({
  name: z.string(),
  /** Runs that gave a value. */
  runs: z.number().int().positive(),
  /** Of these, the ones whose value was no number or infinite; they are left out of the rest. */
  notFinite: z.number().int().nonnegative(),
  min: z.number().nullable(),
  median: z.number().nullable(),
  max: z.number().nullable(),
});

/** What several runs of one script gave. */
export const Spread = z.object({
  runs: z.number().int().positive(),
  /** In how many of them the symptom showed. */
  shown: z.number().int().nonnegative(),
  metrics: z.array(MetricSpread),
});
export type Spread = z.infer<typeof Spread>;

/** A person's own word against a verdict. The verdict itself stays: only real runs make one. */
export const Overrule = z.object({
  attemptId: Id,
  /** The verdict that it speaks against. */
  of: z.enum(['reproduced', 'notReproduced', 'inconclusive']),
  /** What the person says instead; null: taken back. */
  outcome: z.enum(['reproduced', 'notReproduced', 'inconclusive']).nullable(),
  reason: z.string().max(2000),
  at: Timestamp,
});
export type Overrule = z.infer<typeof Overrule>;

/** What the runs show of another symptom that the report tells of. */
export const OtherSymptom = z.object({
  symptomId: Id,
  /** The symptom in a few words. */
  symptom: z.string(),
  /** `planted`: it shows, but a line of ours makes it. `open`: these runs do not tell. */
  result: z.enum(['shown', 'notShown', 'planted', 'open']),
  /** Where the report tells of it. */
  span: Span.nullable(),
});
export type OtherSymptom = z.infer<typeof OtherSymptom>;

/** Symptom against observations, with evidence. */
export const Verdict = z.object({
  outcome: z.enum(['reproduced', 'notReproduced', 'inconclusive']),
  symptomId: Id.nullable(),
  rules: z.array(RuleResult),
  repeats: z.array(Repeat),
  /** The failing line is ours and calls what the report blames. */
  byAnalogy: z.boolean(),
  nearMiss: z.string().nullable(),
  missing: z.array(Missing),
  /** What was seen, in one line, as it would be printed. */
  observed: z.string().nullable(),
  /** Absent where the script ran once, and in older verdicts. */
  spread: Spread.optional(),
  /** The report's other symptoms, judged by the same runs; they decide nothing. Absent where there are none, and in older verdicts. */
  others: z.array(OtherSymptom).optional(),
});
export type Verdict = z.infer<typeof Verdict>;
