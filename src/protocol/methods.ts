import { z } from 'zod';
import { BisectWish } from './bisection';
import { Context, ContextChange, ContextHit } from './context';
import { DraftEntry, DraftHistory } from './draft';
import {
  DiskUse,
  EnvironmentResolution,
  MakingTime,
  EnvironmentSummary,
  PublishedRelease,
  ReadyEnvironment,
  WantedPackage,
} from './environment';
import { DeviceChoice, Hardware } from './hardware';
import { BaseUrl, ModelEndpoint, ModelTest } from './model';
import { MemoryEstimate } from './memory-estimate';
import { PlanStep } from './plan';
import { Digest, Id } from './primitives';
import { EventEnvelope } from './reproduction/events';
import { ReproductionOptions, ScriptArguments } from './reproduction/options';
import { ReproductionState, ReproductionSummary } from './reproduction/state';
import { RunActKind, RunOffer, RunWish } from './run-offer';
import { Script } from './script';
import { ScriptCheck, ScriptFacts, WantedFacts } from './script-facts';
import { Settings } from './settings';
import { Leak, SharedFile, ShareForm } from './sharing';
import { SteeringWish } from './steering';
import { Symptom } from './symptom';
import { HIGH_WATER_BYTES, TerminalDescription, TerminalMatch, TerminalPlace } from './terminal';
import { Overrule } from './verdict';

const reproduction = z.object({ reproductionId: Id });
const nothing = z.object({});

/** Bytes of a reproduction's folder, as a whole and by what it holds. */
export const ReproductionSize = z.object({
  bytes: z.number().nonnegative(),
  parts: z.array(z.object({ part: z.enum(['record', 'logs', 'scripts', 'reproducer', 'rest']), bytes: z.number() })),
});
export type ReproductionSize = z.infer<typeof ReproductionSize>;

const EnvironmentChoice = z.object({
  reproductionId: Id,
  environment: z.string().max(4000).nullable().optional(),
  python: z.string().max(4000).nullable().optional(),
  asOf: z.iso.date().nullable().optional(),
  packages: z.array(WantedPackage).max(200).optional(),
  leaveOut: z.array(z.string().max(100)).max(200).optional(),
  devices: DeviceChoice.optional(),
});

/** The one map of methods: `<resource>/<verb>` to the schemas of its parameters and its result. */
export const methods = {
  'app/describe': {
    params: nothing,
    result: z.object({
      version: z.string(),
      dataFolder: z.string(),
      sandbox: z.object({ level: z.enum(['bubblewrap', 'seatbelt', 'limitsOnly']), reason: z.string().nullable() }),
      platform: z.string(),
    }),
  },
  'example/list': {
    params: nothing,
    result: z.object({ examples: z.array(z.object({ id: Id, title: z.string(), summary: z.string() })) }),
  },
  'example/read': { params: z.object({ exampleId: Id }), result: z.object({ name: z.string(), text: z.string() }) },
  'reproduction/list': { params: nothing, result: z.object({ reproductions: z.array(ReproductionSummary) }) },
  'reproduction/create': {
    params: z.object({
      name: z.string().max(300),
      text: z.string(),
      options: ReproductionOptions.omit({ given: true }).partial(),
      /** The user's own act on a script: it is judged as it is, and these bytes are approved with these arguments. */
      script: z
        .object({
          name: z.string().max(300),
          text: z.string().max(2_000_000),
          arguments: ScriptArguments,
          control: ScriptArguments.nullable(),
        })
        .optional(),
    }),
    result: z.object({ reproductionId: Id }),
  },
  /** Starts, or goes on after a pause, a stop or a restart of the program. */
  'reproduction/start': { params: reproduction, result: nothing },
  /** Shortens the reproduced script as a job, and judges what is left by all rules. The longer one is kept. */
  'reproduction/minimise': { params: reproduction, result: z.object({ jobId: Id }) },
  /** Searches, as a job, the release of a distribution that the fault of the best attempt came with. */
  'reproduction/bisect': {
    params: z.object({ reproductionId: Id, wish: BisectWish }),
    result: z.object({ jobId: Id }),
  },
  /** Ends what runs and pauses. Nothing is lost. */
  'reproduction/stop': { params: reproduction, result: nothing },
  /** Ends what runs and concludes as cancelled. */
  'reproduction/cancel': { params: reproduction, result: nothing },
  /** Puts a reproduction away from the list of what is worked on, or takes it back. */
  'reproduction/archive': { params: z.object({ reproductionId: Id, archived: z.boolean() }), result: nothing },
  /** What a reproduction holds on disk, by its parts. */
  'reproduction/measure': { params: reproduction, result: ReproductionSize },
  /** Moves a reproduction into the trash, or, for good, removes it. `trash`: where it lies then; null: nowhere. */
  'reproduction/remove': {
    params: z.object({ reproductionId: Id, forGood: z.boolean().optional() }),
    result: z.object({ trash: z.string().nullable(), bytes: z.number() }),
  },
  /**
   * Live events from now on, preceded by what the caller lacks: the tail after `afterSeq`, or a snapshot where it
   * is null, too far behind, or ahead of the log.
   */
  'reproduction/attach': {
    params: z.object({ reproductionId: Id, afterSeq: z.number().int().nonnegative().nullable() }),
    result: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('snapshot'), state: ReproductionState }),
      z.object({ kind: z.literal('tail'), envelopes: z.array(EventEnvelope) }),
    ]),
  },
  'reproduction/detach': { params: reproduction, result: nothing },
  /** Fetches the text of an issue by its address. For a page: of GitHub alone. */
  'report/fetch': {
    params: z.object({ address: z.string().min(1).max(2000) }),
    result: z.object({ name: z.string(), text: z.string() }),
  },
  'report/read': { params: reproduction, result: z.object({ name: z.string(), text: z.string() }) },
  'symptom/edit': { params: z.object({ reproductionId: Id, symptoms: z.array(Symptom) }), result: nothing },
  /** What of a project belongs to a report, without a reproduction. `budget`: most tokens; null: the usual number. */
  'context/gather': {
    params: z.object({
      name: z.string().max(300),
      text: z.string(),
      /** A folder, which is read as it lies where no revision is given; or the address of a git repository. */
      project: z.string().max(4096),
      projectAt: z.string().max(300).nullable().optional(),
      asOf: z.iso.date().nullable(),
      budget: z.number().int().positive().max(1_000_000).nullable(),
    }),
    result: z.object({ context: Context }),
  },
  /** Looks through the project for words or names. Nothing of it is run. */
  'context/search': {
    params: z.object({ reproductionId: Id, text: z.string().min(1).max(2000), limit: z.number().int().min(1).max(50) }),
    result: z.object({ hits: z.array(ContextHit) }),
  },
  /** Pins, drops or adds a part of the context. */
  'context/change': { params: z.object({ reproductionId: Id, change: ContextChange }), result: nothing },
  'plan/edit': {
    params: z.object({ reproductionId: Id, basedOn: Digest, steps: z.array(PlanStep).max(100) }),
    result: z.object({ planDigest: Digest }),
  },
  /**
   * Proposes one step anew: by the model where one was chosen, else by the report's facts. It waits for the model's answer. Errors:
   * `unavailable` where nothing else comes of it; `conflict` where the plan was changed meanwhile.
   */
  'plan/regenerate': {
    params: z.object({ reproductionId: Id, basedOn: Digest, stepId: Id }),
    result: z.object({ planDigest: Digest }),
  },
  'plan/accept': {
    params: z.object({ reproductionId: Id, planDigest: Digest, by: z.enum(['user', 'policy']) }),
    result: nothing,
  },
  'script/read': { params: z.object({ reproductionId: Id, digest: Digest }), result: z.object({ script: Script }) },
  /**
   * Looks up what a text names in the reproduction's environment. None of it runs. A later call of the same client takes the place of
   * one that is under way.
   */
  'script/check': { params: z.object({ reproductionId: Id, text: z.string().max(2_000_000) }), result: ScriptCheck },
  /** What the environment's interpreter says of a place in a text. As `script/check`. */
  'script/explain': {
    params: z.object({ reproductionId: Id, text: z.string().max(2_000_000), wanted: WantedFacts }),
    result: ScriptFacts,
  },
  /** Keeps the user's text as a new attempt below `parentId`. It does not run. */
  'attempt/edit': {
    params: z.object({ reproductionId: Id, parentId: Id, text: z.string().max(2_000_000) }),
    result: z.object({ attemptId: Id, scriptDigest: Digest }),
  },
  /** The user's unkept changes of an attempt's script, as they were noted. */
  'draft/read': { params: z.object({ reproductionId: Id, attemptId: Id }), result: DraftHistory },
  /** Notes one more of them, so that going back goes on after a restart. */
  'draft/record': {
    params: z.object({ reproductionId: Id, attemptId: Id, entry: DraftEntry }),
    result: nothing,
  },
  /** The user's own act: runs the attempt whose script has this digest, and approves these bytes. */
  'attempt/run': { params: z.object({ reproductionId: Id, attemptId: Id, scriptDigest: Digest }), result: nothing },
  /**
   * Words to the next step, at any time. What they name outright is done: at once, or with the next run where one goes on now. The
   * rest is kept. It starts nothing.
   */
  'steering/say': {
    params: z.object({ reproductionId: Id, text: z.string().min(1).max(4000) }),
    result: z.object({ wishes: z.array(SteeringWish), isTaken: z.boolean() }),
  },
  /** The user's own word against an attempt's verdict, with a reason that is kept; `outcome` null takes it back. */
  'verdict/overrule': {
    params: Overrule.omit({ at: true }).extend({ reproductionId: Id }),
    result: nothing,
  },
  'approval/answer': {
    params: z.object({
      reproductionId: Id,
      requestId: Id,
      digest: Digest,
      answer: z.enum(['approved', 'refused']),
      by: z.enum(['user', 'policy']),
    }),
    result: nothing,
  },
  /** What the Run surface may offer now, in words and buttons. */
  'run/offer': { params: z.object({ wish: RunWish }), result: RunOffer },
  /** A press in the Run surface: does the act of exactly the offer with this digest. `address`: where what was published is. */
  'run/take': {
    params: z.object({ wish: RunWish, digest: Digest, act: RunActKind }),
    result: z.object({ address: z.string().optional() }),
  },
  'reproducer/read': {
    params: reproduction,
    result: z.object({ files: z.array(z.object({ path: z.string(), text: z.string() })) }),
  },
  /** What would leave the machine in this form, cleaned, with what was found in it. Shares nothing. */
  'reproducer/share': {
    params: z.object({ reproductionId: Id, form: ShareForm, xfail: z.boolean().optional() }),
    result: z.object({ files: z.array(SharedFile), leaks: z.array(Leak), digest: Digest }),
  },
  /** The previewed files as one to keep, in base64: packed where there are several. Errors: `conflict` where the digest is not the preview's. */
  'reproducer/pack': {
    params: z.object({ reproductionId: Id, form: ShareForm, xfail: z.boolean().optional(), digest: Digest }),
    result: z.object({ name: z.string(), data: z.string() }),
  },
  /** Puts exactly the previewed files where anyone with the link can read them. Revision 1 of a new gist is the report's own code. */
  'reproducer/publish': {
    params: z.object({
      reproductionId: Id,
      /** Of the preview of the form `gist`. */
      digest: Digest,
      isPublic: z.boolean(),
      /** An own gist to update, by identifier or address; null: a new one. */
      gist: z.string().max(300).nullable(),
      /** For this one act, and kept nowhere. Absent: the key store's, or an environment variable's. */
      token: z.string().min(1).max(1000).optional(),
    }),
    result: z.object({ id: z.string(), address: z.string(), isPublic: z.boolean(), revisions: z.number().nullable() }),
  },
  'terminal/attach': {
    params: z.object({ terminalId: Id, offset: z.number().int().nonnegative() }),
    result: TerminalDescription,
  },
  'terminal/acknowledge': {
    params: z.object({ terminalId: Id, offset: z.number().int().nonnegative() }),
    result: nothing,
  },
  /** Looks through a part of the whole log on disk, also of a closed terminal. `next`: where to go on; null at the end of what is there. */
  'terminal/search': {
    params: z.object({
      terminalId: Id,
      text: z.string().min(1).max(200),
      matchCase: z.boolean(),
      from: TerminalPlace,
      /** Most matches of this answer. */
      limit: z.number().int().min(1).max(1000),
    }),
    result: z.object({ matches: z.array(TerminalMatch), next: TerminalPlace.nullable() }),
  },
  /** Bytes of a log as base64, at most `maxBytes` from `offset`; none behind its end. */
  'terminal/read': {
    params: z.object({
      terminalId: Id,
      offset: z.number().int().nonnegative(),
      maxBytes: z.number().int().min(1).max(HIGH_WATER_BYTES),
    }),
    result: z.object({ data: z.string() }),
  },
  'terminal/detach': { params: z.object({ terminalId: Id }), result: nothing },
  'terminal/write': { params: z.object({ terminalId: Id, data: z.string().max(65_536) }), result: nothing },
  'terminal/resize': {
    params: z.object({
      terminalId: Id,
      columns: z.number().int().min(2).max(1000),
      rows: z.number().int().min(1).max(1000),
    }),
    result: nothing,
  },
  'environment/list': {
    params: z.object({ fresh: z.boolean(), measured: z.boolean().optional() }),
    result: z.object({
      environments: z.array(EnvironmentSummary),
      cachedAt: z.iso.datetime().nullable(),
      /** Where it was measured. */
      disk: DiskUse.optional(),
    }),
  },
  /** Keeps a place that the search would not find: an environment, its interpreter, or a folder of environments. Nothing of it is started. */
  'environment/add': {
    params: z.object({ path: z.string().max(4000) }),
    result: z.object({ environments: z.array(EnvironmentSummary) }),
  },
  /**
   * Changes what a reproduction runs with, where a field is given. It takes effect with the next run, which this does not start.
   * `environment`: a folder or an interpreter; null: chosen by Reprise. `packages`: versions by the user's hand.
   */
  'environment/choose': {
    params: EnvironmentChoice,
    result: nothing,
  },
  /**
   * Chooses for a reproduction by what it runs with, changed as by `environment/choose`, so that it is seen before a run. Both are kept
   * where it can be had, else nothing is changed. Fetches and makes nothing.
   */
  'environment/resolve': {
    params: EnvironmentChoice,
    result: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('chosen') }),
      z.object({ kind: z.literal('failed'), message: z.string() }),
    ]),
  },
  /** Chooses versions and an interpreter for packages by their names, and makes the environment once that was approved. */
  'environment/create': {
    params: z.object({
      packages: z.array(z.object({ name: z.string().max(100), specifier: z.string().max(200) })).max(200),
      python: z.string().max(1000).nullable(),
      asOf: z.iso.date().nullable(),
      allowPackages: z.array(z.string().max(100)).max(200),
      approved: z.boolean(),
    }),
    result: z.discriminatedUnion('kind', [
      /** `about`: of names that are not on the list, a sentence a fact. `time`: absent where no size is known to tell it by. */
      z.object({
        kind: z.literal('chosen'),
        resolution: EnvironmentResolution,
        about: z.array(z.string()),
        time: MakingTime.optional(),
      }),
      /** `changes`: what was taken in place of what could not be had, a sentence each. */
      z.object({ kind: z.literal('ready'), environment: ReadyEnvironment, changes: z.array(z.string()) }),
      z.object({ kind: z.literal('failed'), message: z.string(), changes: z.array(z.string()).optional() }),
    ]),
  },
  /** Releases of a distribution on the package index, the oldest first, with the interpreters at hand that each has files for. */
  'package/releases': {
    params: z.object({ name: z.string().min(1).max(100) }),
    result: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('read'), releases: z.array(PublishedRelease) }),
      z.object({ kind: z.literal('failed'), message: z.string() }),
    ]),
  },
  /** Moves an environment that Reprise made into its trash. */
  'environment/remove': {
    params: z.object({ environmentId: z.string().max(200) }),
    result: z.object({ trash: z.string(), bytes: z.number() }),
  },
  /** With the steps of an environment's framework where one is named by its id. */
  /** Servers of models on this machine's usual ports that answer. */
  'model/discover': { params: nothing, result: z.object({ endpoints: z.array(ModelEndpoint) }) },
  /** What an endpoint serves. */
  'model/list': {
    params: z.object({ baseUrl: BaseUrl }),
    result: z.object({ models: z.array(z.string()), latencyMs: z.number() }),
  },
  /** Asks a model one small question. */
  'model/test': { params: z.object({ baseUrl: BaseUrl, name: z.string().min(1).max(200) }), result: ModelTest },
  /** A text as it may leave this machine. */
  'text/redact': {
    params: z.object({ text: z.string().max(2_000_000) }),
    result: z.object({ text: z.string(), leaks: z.array(Leak) }),
  },
  /** What the latest script of a reproduction will take of memory; null: there is no script. `isOver`: more than is free now. */
  'hardware/estimate': {
    params: z.object({ reproductionId: Id }),
    result: z.object({ estimate: MemoryEstimate.nullable(), text: z.string(), isOver: z.boolean() }),
  },
  /** Whether keys can be kept here, and whether there is one for an endpoint: its own, or one for all. Never the key. */
  'key/describe': {
    params: z.object({ baseUrl: BaseUrl }),
    result: z.object({
      available: z.boolean(),
      reason: z.string().nullable(),
      key: z.enum(['own', 'general', 'none']),
    }),
  },
  /** Keeps the key of an endpoint in the system's key store. Errors: `unavailable` where there is none. */
  'key/keep': { params: z.object({ baseUrl: BaseUrl, key: z.string().max(2000) }), result: nothing },
  'key/remove': { params: z.object({ baseUrl: BaseUrl }), result: nothing },
  'hardware/read': { params: z.object({ environmentId: Id.optional() }), result: Hardware },
  'settings/read': { params: nothing, result: Settings },
  'settings/update': { params: Settings.partial(), result: Settings },
} as const;

export type MethodName = keyof typeof methods;
export type Params<M extends MethodName> = z.infer<(typeof methods)[M]['params']>;
export type Result<M extends MethodName> = z.infer<(typeof methods)[M]['result']>;

/** A handler for every method: a missing one does not compile. */
export type Handlers<Caller> = {
  readonly [M in MethodName]: (params: Params<M>, caller: Caller) => Promise<Result<M>>;
};
