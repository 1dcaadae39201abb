import type {
  DiskUse,
  EnvironmentResolution,
  EnvironmentSummary,
  Package,
  PublishedRelease,
  ReadyEnvironment,
  ResolutionRow,
} from '../../protocol/environment';
import type { DeviceChoice } from '../../protocol/hardware';
import type { Progress } from './cancellation';
import type { FrameworkBuild } from './hardware-probe';

/** Why an environment could not be made. Which candidate is next follows from the kind (`nextCandidate`). */
export type PreparationFailure = {
  readonly kind:
    | 'noPython'
    | 'noNetwork'
    | 'noInstaller'
    | 'noVersion'
    | 'yanked'
    | 'unreadable'
    | 'conflict'
    | 'noWheel'
    | 'sourceOnly'
    | 'buildFailed'
    | 'notImported'
    | 'otherPython'
    | 'brokenPython'
    | 'indexRefused'
    | 'elsewhere'
    | 'diskFull'
    | 'broken'
    | 'refused'
    | 'other';
  /** A sentence for people that says what to do. */
  readonly message: string;
  /** Packages that the installer blames, the first it names first. Absent: none. */
  readonly blamed?: readonly string[];
};

export type Preparation =
  | { readonly kind: 'ready'; readonly environment: ReadyEnvironment }
  | { readonly kind: 'failed'; readonly failure: PreparationFailure };

/** What is wanted, as the report and the user say it. */
export interface EnvironmentRequest {
  /** Folder or interpreter that the user gave; it is used as it is, or the request fails. */
  readonly environment: string | null;
  /** `3.9` or a path, as the user gave it. */
  readonly python: string | null;
  /** Python version that the report states. */
  readonly statedPython: string | null;
  /** Distributions that the script needs, with specifiers where stated. */
  readonly packages: readonly ResolutionRow[];
  /** Names that are not wanted, whatever asks for them. Absent: none. */
  readonly leaveOut?: readonly string[];
  readonly asOf: string | null;
  readonly allowPackages: readonly string[];
  /** What dates the report where it gives no versions: its code, and all of its text. */
  readonly evidence?: { readonly code: readonly string[]; readonly text: string };
  /** Folder whose declared requirements join in; its files are read, never run. */
  readonly project?: string | null;
  /** Cards that runs may use; absent: all. An empty list asks for builds without code for cards. */
  readonly devices?: DeviceChoice;
  /** `current`: today's releases, for when those of the report's time did not show the symptom. */
  readonly aim?: 'report' | 'current';
}

export type Resolution =
  | { readonly kind: 'resolved'; readonly resolution: EnvironmentResolution }
  | { readonly kind: 'failed'; readonly failure: PreparationFailure };

/** How much of the network and of the disk a preparation may use. */
export interface PreparationRequest {
  readonly resolution: EnvironmentResolution;
  /** Terminal that shows the installation. */
  readonly terminalId: string;
  /** Whose terminal it is; absent: the application's. */
  readonly reproductionId?: string;
  /** Names of `resolution.unknown` that were approved; the others are refused. */
  readonly allowPackages?: readonly string[];
  /** `limitsOnly` where a weaker sandbox was approved. */
  readonly allowWeakerSandbox: boolean;
}

/** A release on the other side of a known border: what the code or the message has came or went between it and the installed one. */
export interface ReleaseBorder {
  /** The distribution. */
  readonly name: string;
  /** The nearest final release beyond the border. */
  readonly version: string;
  /** The name, argument or words that the border is of. */
  readonly text: string;
}

export type Published =
  | {
      readonly kind: 'read';
      /** In the order of PEP 440, the oldest first. */
      readonly releases: readonly PublishedRelease[];
    }
  | { readonly kind: 'failed'; readonly failure: PreparationFailure };

/** What tells a person whether to trust a name that is not on the shipped list. */
export interface NameFacts {
  readonly name: string;
  /** The known name that it looks like; null: none. */
  readonly nearest: string | null;
  readonly index:
    | {
        readonly kind: 'read';
        readonly releases: number;
        /** Days of the first and the last release; null: the index tells none. */
        readonly first: string | null;
        readonly last: string | null;
      }
    /** The package index has no such name. */
    | { readonly kind: 'absent' }
    /** It was not reached, or did not answer. */
    | { readonly kind: 'untold' };
}

export type Removal =
  | { readonly kind: 'removed'; readonly trash: string; readonly bytes: number }
  /** It is none of ours, or is gone. */
  | { readonly kind: 'refused'; readonly message: string };

/** Finds, chooses and makes Python environments. Foreign environments are only ever read. Refusals are results; rejects on cancellation and our own faults. */
export interface PythonEnvironments {
  /** From the cache at once where `fresh` is false and there is one; no process is started. */
  list(
    options: {
      readonly fresh: boolean;
      /** With sizes, the last use, and the disk's, which takes a walk through their files. */
      readonly measured?: boolean;
    },
    progress: Progress,
  ): Promise<{
    readonly environments: readonly EnvironmentSummary[];
    readonly cachedAt: string | null;
    readonly disk?: DiskUse;
  }>;
  /** What lies at a path of the user's: environments by their files. Empty: none. Starts nothing. */
  look(path: string, progress: Progress): Promise<readonly EnvironmentSummary[]>;
  /** What the framework of a listed environment was built for; its interpreter is asked in the sandbox. Null: it has none. */
  readBuild(environmentId: string, progress: Progress): Promise<FrameworkBuild | null>;
  /** Chooses an interpreter, and an environment on disk or the packages of a new one. Fetches nothing. */
  resolve(request: EnvironmentRequest, progress: Progress): Promise<Resolution>;
  /**
   * Makes the environment, or finds the one with this lock. A kill half-way leaves nothing that is taken for ready.
   * Fails with `refused` where `resolution.unknown` has a name that `allowPackages` lacks.
   */
  prepare(request: PreparationRequest, progress: Progress): Promise<Preparation>;
  /** Moves an environment that we made, by its id and marker, into our trash. Others are never touched. */
  remove(id: string, progress: Progress): Promise<Removal>;
  /** Whether a file of an installed distribution has the content that was installed, by the distribution's own RECORD. */
  checkInstalledFile(
    environment: ReadyEnvironment,
    file: string,
  ): Promise<'asInstalled' | 'changed' | 'unknown' | 'foreign'>;
  /** Distribution of an importable module: `sklearn` gives `scikit-learn`. Null: not on the shipped list. */
  distributionOf(module: string): string | null;
  /** Final releases of a distribution with their upload days, the oldest first. Empty: it is not on the shipped list. */
  releasesOf(name: string): readonly { readonly version: string; readonly day: string }[];
  /** All releases of a distribution on the package index. Reaches the network; installs nothing. */
  published(name: string, progress: Progress): Promise<Published>;
  /** Age and releases of a name on the package index, and the known name that it looks like. Waits for the network a few seconds at most. */
  aboutName(name: string, progress: Progress): Promise<NameFacts>;
  /** Borders between releases that code or words speak of, seen from the installed packages. */
  bordersOf(
    evidence: { readonly code: readonly string[]; readonly text: string },
    installed: readonly Package[],
  ): readonly ReleaseBorder[];
}
