import { z } from 'zod';
import { Digest, Id } from './primitives';

export const EnvironmentKind = z.enum([
  'system',
  'venv',
  'virtualenv',
  'uv',
  'conda',
  'pyenv',
  'poetry',
  'pipenv',
  'pixi',
  'hatch',
  'reprise',
]);
export type EnvironmentKind = z.infer<typeof EnvironmentKind>;

export const Package = z.object({ name: z.string(), version: z.string() });
export type Package = z.infer<typeof Package>;

/** An interpreter with its packages, as found on disk. Paths are absolute on the host's machine. */
export const EnvironmentSummary = z.object({
  id: Id,
  kind: EnvironmentKind,
  name: z.string(),
  prefix: z.string(),
  interpreter: z.string(),
  /** `3.11.7`, as far as files tell. */
  pythonVersion: z.string().nullable(),
  /** Frameworks and their versions, from the installed metadata. */
  frameworks: z.array(Package),
  /** Made by Reprise, by its marker: only such are ever changed or deleted. */
  ours: z.boolean(),
  broken: z.string().nullable(),
  /** CUDA that the framework was built for, such as `12.6`; null: without CUDA. Absent: its files do not tell. */
  cuda: z.string().nullable().optional(),
  /** Who made it, as far as its files tell: `uv 0.9.7`, `virtualenv 20.4.0`, `conda`. */
  madeBy: z.string().optional(),
  /** Found by a path that the user added. */
  added: z.boolean().optional(),
  /** On disk, where it is asked for. */
  bytes: z.number().optional(),
  /** By Reprise. */
  lastUsedAt: z.iso.datetime().optional(),
  /** Of ours: how long its packages took to fetch, build and install. */
  madeInSeconds: z.number().optional(),
});
export type EnvironmentSummary = z.infer<typeof EnvironmentSummary>;

/** How long making an environment may take. `measured`: how many that were made here the rate is of; 0: it is assumed. */
export const MakingTime = z.object({ seconds: z.number(), bytesASecond: z.number(), measured: z.number() });
export type MakingTime = z.infer<typeof MakingTime>;

/** What lies below the data folder for environments, in bytes on disk; files that several share count once. */
export const DiskUse = z.object({
  environments: z.number(),
  trash: z.number(),
  cache: z.number(),
  /** Free on the disk that they lie on; null: not told. */
  free: z.number().nullable(),
});
export type DiskUse = z.infer<typeof DiskUse>;

/** A package that the user wants, by its name and a PEP 440 specifier; empty: any version. */
export const WantedPackage = z.object({ name: z.string().max(100), specifier: z.string().max(200) });
export type WantedPackage = z.infer<typeof WantedPackage>;

/** A release of a distribution as the package index has it. */
export const PublishedRelease = z.object({
  version: z.string(),
  /** Of its first file; null: the index tells none. */
  day: z.iso.date().nullable(),
  /** Withdrawn by its makers, all of it. */
  yanked: z.boolean(),
  /** Alpha, beta, candidate or development. */
  prerelease: z.boolean(),
  /** Of the interpreters at hand, those that it has ready-made files for on this machine: `3.11`. */
  pythons: z.array(z.string()),
});
export type PublishedRelease = z.infer<typeof PublishedRelease>;

/** The step of the resolution that a choice came from (design, section 7). */
export const ResolutionStep = z.enum(['given', 'stated', 'files', 'date', 'era', 'current']);
export type ResolutionStep = z.infer<typeof ResolutionStep>;

export const ResolutionRow = z.object({
  name: z.string(),
  /** PEP 440 specifier, such as `==1.26.4`, or empty for any. */
  specifier: z.string(),
  /** What the report states, where `specifier` steps back from it. */
  stated: z.string().optional(),
  /** Release of the interpreter that has nothing nearer, where that is why it steps back. */
  steppedFor: z.string().optional(),
  /** What is wanted, where `name` is a build of it for machines without a card; its bytes on disk where they are asked about. */
  insteadOf: z.object({ name: z.string(), bytes: z.number().nullable() }).optional(),
  /** Comes, or brings what comes, from the user's index of builds for machines without a card. */
  fromCpuIndex: z.boolean().optional(),
  /** Nothing but the day of the resolution decides its release. */
  ofDay: z.boolean().optional(),
  step: ResolutionStep,
  reason: z.string(),
});
export type ResolutionRow = z.infer<typeof ResolutionRow>;

/** A line of a project's file that is shown and not followed: it would lead elsewhere than to the package index. */
export const LeftOutLine = z.object({
  file: z.string(),
  text: z.string(),
  why: z.enum(['index', 'link', 'editable', 'address', 'path', 'option']),
});
export type LeftOutLine = z.infer<typeof LeftOutLine>;

/** A program of the conda family on this machine. */
export const CondaTool = z.object({ program: z.enum(['micromamba', 'mamba', 'conda']), path: z.string() });
export type CondaTool = z.infer<typeof CondaTool>;

/** By which the environment is made, interpreter and all, where the wanted interpreter is not on this machine. */
export const CondaMaker = z.object({ tool: CondaTool, /** Such as `3.7`. */ python: z.string() });
export type CondaMaker = z.infer<typeof CondaMaker>;

/** Which environment is to be used or made, with a reason a row. */
export const EnvironmentResolution = z.object({
  python: z.object({
    interpreter: z.string(),
    version: z.string(),
    /** What the report states, where the chosen one is of another release. */
    stated: z.string().optional(),
    step: ResolutionStep,
    reason: z.string(),
  }),
  rows: z.array(ResolutionRow),
  /** Absent: uv makes it, of an interpreter that is here. */
  maker: CondaMaker.optional(),
  /** Interpreters to try in turn where nothing can be had for the chosen one. Absent: none, or the user chose. */
  otherPythons: z.array(z.object({ interpreter: z.string(), version: z.string() })).optional(),
  /** Uploads after this day are left out. */
  asOf: z.iso.date().nullable(),
  /** Where the day comes from, for people. */
  asOfReason: z.string().optional(),
  /** An environment on disk that serves as it is. */
  existing: EnvironmentSummary.nullable(),
  /** One on disk with the large packages in other versions, for when nothing may be fetched. */
  nearest: EnvironmentSummary.optional(),
  /** `current`: the second choice, after the environment of the report's time did not show the symptom. */
  aim: z.enum(['report', 'current']).optional(),
  /** Chosen for a person to see before a run: a script that was changed since may want more. */
  ahead: z.boolean().optional(),
  /** Names and sizes that are asked about before anything is fetched. Sizes are bytes on disk. */
  heavy: z.array(z.object({ name: z.string(), bytes: z.number() })),
  /** Names that only the report gives: asked about. */
  unknown: z.array(z.string()),
  /** Lines of the project's files that are not followed. */
  leftOut: z.array(LeftOutLine).optional(),
});
export type EnvironmentResolution = z.infer<typeof EnvironmentResolution>;

/** A release that its makers have withdrawn from the package index; `reason`: their words, or empty. */
export const Withdrawn = Package.extend({ reason: z.string() });
export type Withdrawn = z.infer<typeof Withdrawn>;

/** A framework that is installed and cannot be imported; `type`: the exception's, or the signal that ended the interpreter. */
export const Unimportable = z.object({ name: z.string(), module: z.string(), type: z.string(), text: z.string() });
export type Unimportable = z.infer<typeof Unimportable>;

/** An environment ready to run scripts. */
export const ReadyEnvironment = z.object({
  id: Id,
  kind: EnvironmentKind,
  prefix: z.string(),
  interpreter: z.string(),
  pythonVersion: z.string(),
  packages: z.array(Package),
  /** `name==version` lines; its digest names the environment. */
  lock: z.string(),
  lockDigest: Digest,
  reused: z.boolean(),
  /** Releases in it that were withdrawn when it was made. Absent: none. */
  withdrawn: z.array(Withdrawn).optional(),
  /** Frameworks that it was made for and that could not be imported then. Absent: none. */
  unimportable: z.array(Unimportable).optional(),
  /** Distance from what the report states, a sentence a difference. Empty: met. */
  differences: z.array(z.string()),
});
export type ReadyEnvironment = z.infer<typeof ReadyEnvironment>;
