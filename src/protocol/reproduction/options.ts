import { z } from 'zod';
import { WantedPackage } from '../environment';
import { DeviceChoice } from '../hardware';
import { ModelChoice } from '../model';
import { Digest } from '../primitives';

/** guide: stops at the plan and at each script of another author. auto: runs through inside the sandbox. */
export const Autonomy = z.enum(['guide', 'auto']);
export type Autonomy = z.infer<typeof Autonomy>;

export const SandboxRule = z.enum(['require', 'prefer', 'off']);
export type SandboxRule = z.infer<typeof SandboxRule>;

/** Words for a script's command line. */
export const ScriptArguments = z.array(z.string().max(1000)).max(100);

/** A script from elsewhere that is judged as it is. Nothing is searched for, and no edit action touches it. */
export const GivenScript = z.object({
  /** The file's own name, for people. */
  name: z.string().max(300),
  digest: Digest,
  arguments: ScriptArguments,
  /** With these arguments in place of the others the script must not show the symptom. Null: it has no such way. */
  control: ScriptArguments.nullable(),
});
export type GivenScript = z.infer<typeof GivenScript>;

/** What a reproduction is started with. Null: found out by Reprise. */
export const ReproductionOptions = z.object({
  autonomy: Autonomy,
  sandbox: SandboxRule,
  /** Absolute path of a project folder, or the address of a git repository. */
  project: z.string().nullable(),
  /** The commit, tag or branch of the project that is used. Absent: by the report. */
  projectAt: z.string().max(300).optional(),
  /** An environment's folder or interpreter. */
  environment: z.string().nullable(),
  /** `3.9`, or the path of an interpreter. */
  python: z.string().nullable(),
  asOf: z.iso.date().nullable(),
  /** Read-only folder of the user's data. */
  data: z.string().nullable(),
  allowPackages: z.array(z.string()),
  /** Seconds for one execution. */
  timeLimit: z.number().positive().max(86_400),
  /** Executions for the repeat rule; null: by symptom. */
  repeats: z.number().int().positive().max(100).nullable(),
  /** A bundled example, unchanged: it may be installed and run with limits only where there is no sandbox. */
  bundledExample: z.boolean(),
  /** Versions by the user's hand: they go before what the report states. Absent: none. */
  packages: z.array(WantedPackage).max(200).optional(),
  /** Names that are not installed, by the user's hand, whatever asks for them. Absent: none. */
  leaveOut: z.array(z.string().max(100)).max(200).optional(),
  /** Cards that runs may use. Absent: as null. */
  devices: DeviceChoice.optional(),
  /** Absent: the script is made from the report. */
  given: GivenScript.optional(),
  /** The model that is asked where the edit actions leave it open. Absent or null: none. */
  model: ModelChoice.nullable().optional(),
});
export type ReproductionOptions = z.infer<typeof ReproductionOptions>;

export const defaultOptions: ReproductionOptions = {
  autonomy: 'guide',
  sandbox: 'require',
  project: null,
  environment: null,
  python: null,
  asOf: null,
  data: null,
  allowPackages: [],
  timeLimit: 600,
  repeats: null,
  bundledExample: false,
};
