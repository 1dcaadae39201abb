import { z } from 'zod';
import { Approval, ApprovalRequest } from '../approval';
import { Attempt, AttemptPhase, Job } from '../attempt';
import { BisectProbe, BisectResult, Bisection } from '../bisection';
import { Context } from '../context';
import { EnvironmentResolution, ReadyEnvironment } from '../environment';
import { Execution, ExecutionResult } from '../execution';
import { ModelCall } from '../model';
import { Plan } from '../plan';
import { Digest, Id, Timestamp } from '../primitives';
import { ProjectState } from '../project';
import { ReportReadOut } from '../report';
import { Steering } from '../steering';
import { Symptom } from '../symptom';
import { Overrule, Verdict } from '../verdict';
import { ReproductionOptions } from './options';
import { Conclusion, Notice, Phase } from './state';

/** Version of the events on disk. Older ones are lifted one step at a time by `lift-event.ts`. */
export const EVENT_VERSION = 2;

/** What happened, in the past tense. */
export const ReproductionEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('reproduction/created'),
    title: z.string(),
    options: ReproductionOptions,
    report: z.object({ digest: Digest, name: z.string() }),
  }),
  z.object({ type: z.literal('reproduction/phaseEntered'), phase: Phase }),
  z.object({ type: z.literal('reproduction/optionsChanged'), options: ReproductionOptions }),
  /** A person's words to the next step. */
  z.object({ type: z.literal('steering/said'), steering: Steering }),
  /** The next step goes by them. */
  z.object({ type: z.literal('steering/taken'), steeringId: Id }),
  /** Put away from the list of what is worked on, or taken back. */
  z.object({ type: z.literal('reproduction/archived'), archived: z.boolean() }),
  z.object({ type: z.literal('reproduction/paused') }),
  z.object({ type: z.literal('reproduction/resumed') }),
  z.object({ type: z.literal('reproduction/concluded'), conclusion: Conclusion }),
  z.object({ type: z.literal('reproduction/reopened'), reason: z.string() }),
  z.object({ type: z.literal('notice/given'), notice: Notice }),
  z.object({ type: z.literal('report/read'), readOut: ReportReadOut, symptoms: z.array(Symptom) }),
  z.object({ type: z.literal('symptom/edited'), symptoms: z.array(Symptom) }),
  z.object({ type: z.literal('project/opened'), project: ProjectState }),
  z.object({ type: z.literal('context/gathered'), context: Context }),
  z.object({ type: z.literal('context/edited'), context: Context }),
  z.object({ type: z.literal('plan/proposed'), plan: Plan }),
  z.object({ type: z.literal('plan/edited'), plan: Plan }),
  z.object({ type: z.literal('plan/accepted'), planDigest: Digest, by: z.enum(['user', 'policy']) }),
  z.object({ type: z.literal('environment/resolved'), resolution: EnvironmentResolution }),
  z.object({ type: z.literal('environment/preparationStarted'), terminalId: Id }),
  z.object({ type: z.literal('environment/ready'), environment: ReadyEnvironment }),
  z.object({ type: z.literal('environment/failed'), reason: z.string() }),
  z.object({ type: z.literal('attempt/started'), attempt: Attempt }),
  z.object({ type: z.literal('attempt/phaseEntered'), attemptId: Id, phase: AttemptPhase }),
  z.object({ type: z.literal('execution/started'), execution: Execution }),
  z.object({ type: z.literal('execution/finished'), executionId: Id, result: ExecutionResult }),
  z.object({ type: z.literal('verdict/reached'), attemptId: Id, verdict: Verdict }),
  z.object({ type: z.literal('verdict/overruled'), overrule: Overrule }),
  z.object({ type: z.literal('approval/requested'), request: ApprovalRequest }),
  z.object({ type: z.literal('approval/answered'), approval: Approval }),
  z.object({ type: z.literal('job/started'), job: Job }),
  z.object({
    type: z.literal('job/progressed'),
    jobId: Id,
    progress: z.number().min(0).max(1).nullable(),
    note: z.string(),
  }),
  z.object({
    type: z.literal('job/finished'),
    jobId: Id,
    summary: z.string(),
    result: z.enum(['done', 'nothingToDo', 'failed', 'cancelled']),
  }),
  /** The releases among which it searches are known. */
  z.object({ type: z.literal('bisect/planned'), jobId: Id, plan: Bisection.shape.plan.unwrap() }),
  z.object({ type: z.literal('bisect/probed'), jobId: Id, probe: BisectProbe }),
  z.object({ type: z.literal('bisect/found'), jobId: Id, result: BisectResult }),
  z.object({ type: z.literal('model/called'), call: ModelCall }),
  z.object({ type: z.literal('reproducer/written'), attemptId: Id, folder: z.string(), files: z.array(z.string()) }),
]);
export type ReproductionEvent = z.infer<typeof ReproductionEvent>;

/** An event with its place in the log. `seq` starts at 1 and has no gaps. */
export const EventEnvelope = z.object({
  v: z.literal(EVENT_VERSION),
  reproductionId: Id,
  seq: z.number().int().positive(),
  at: Timestamp,
  event: ReproductionEvent,
});
export type EventEnvelope = z.infer<typeof EventEnvelope>;
