import { z } from 'zod';
import { Approval, ApprovalRequest } from '../approval';
import { Attempt, Job } from '../attempt';
import { Context } from '../context';
import { EnvironmentResolution, ReadyEnvironment } from '../environment';
import { Execution } from '../execution';
import { ModelCall } from '../model';
import { Plan } from '../plan';
import { Digest, Id, Timestamp } from '../primitives';
import { ProjectState } from '../project';
import { ReportReadOut } from '../report';
import { Steering } from '../steering';
import { Symptom } from '../symptom';
import { Missing, Outcome, Overrule, Verdict } from '../verdict';
import { ReproductionOptions } from './options';

/** Steps of a reproduction (design, section 5). */
export const Phase = z.enum([
  'draft',
  'reading',
  'gatheringContext',
  'planning',
  'awaitingPlan',
  'preparingEnvironment',
  'attempting',
  'concluded',
]);
export type Phase = z.infer<typeof Phase>;

export const EnvironmentState = z.object({
  resolution: EnvironmentResolution.nullable(),
  /** Terminal that shows the installation. */
  terminalId: Id.nullable(),
  ready: ReadyEnvironment.nullable(),
  /** Why the last try failed, for people. */
  failure: z.string().nullable(),
});

export const Conclusion = z.object({
  outcome: Outcome,
  /** One sentence for people, which says what to do where something is missing. */
  message: z.string(),
  attemptId: Id.nullable(),
  verdict: Verdict.nullable(),
  missing: z.array(Missing),
  elapsedMs: z.number().nonnegative(),
  concludedAt: Timestamp,
});
export type Conclusion = z.infer<typeof Conclusion>;

export const Notice = z.object({ level: z.enum(['note', 'warning']), text: z.string(), at: Timestamp });
export type Notice = z.infer<typeof Notice>;

/** The whole state of a reproduction, folded from its events. Texts of scripts lie beside it, by digest. */
export const ReproductionState = z.object({
  id: Id,
  /** `seq` of the last event folded in; 0 before the first. */
  seq: z.number().int().nonnegative(),
  title: z.string(),
  createdAt: Timestamp,
  options: ReproductionOptions,
  phase: Phase,
  /** Put away from the list of what is worked on. Nothing else changes by it. */
  archived: z.boolean(),
  /** Stops new executions. */
  paused: z.boolean(),
  report: z.object({ digest: Digest, name: z.string(), readOut: ReportReadOut.nullable() }),
  symptoms: z.array(Symptom),
  /** Null: there is none, or it is not opened yet. */
  project: ProjectState.nullable(),
  context: Context.nullable(),
  plan: Plan.nullable(),
  planAccepted: z.boolean(),
  environment: EnvironmentState,
  attempts: z.array(Attempt),
  executions: z.array(Execution),
  jobs: z.array(Job),
  /** Open questions. */
  requests: z.array(ApprovalRequest),
  approvals: z.array(Approval),
  notices: z.array(Notice),
  /** Every word of a person to the next step, oldest first. */
  steerings: z.array(Steering),
  /** Every word of a person against a verdict, oldest first. */
  overrules: z.array(Overrule),
  /** Model calls made so far. */
  calls: z.number().int().nonnegative(),
  /** These calls, oldest first. Absent: none. */
  modelCalls: z.array(ModelCall).optional(),
  conclusion: Conclusion.nullable(),
  /** Files of the written reproducer, relative to the reproduction's folder. */
  reproducer: z.object({ attemptId: Id, folder: z.string(), files: z.array(z.string()) }).nullable(),
});
export type ReproductionState = z.infer<typeof ReproductionState>;

/** One line of the list of reproductions. */
export const ReproductionSummary = z.object({
  id: Id,
  title: z.string(),
  createdAt: Timestamp,
  phase: Phase,
  paused: z.boolean(),
  outcome: Outcome.nullable(),
  /** Absent: no. */
  archived: z.boolean().optional(),
  /** Set when the folder cannot be read; says why. */
  damaged: z.string().nullable(),
});
export type ReproductionSummary = z.infer<typeof ReproductionSummary>;
