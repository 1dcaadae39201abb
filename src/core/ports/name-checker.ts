import type { ReadyEnvironment } from '../../protocol/environment';
import type { SandboxRule } from '../../protocol/reproduction/options';
import type { Progress } from './cancellation';

/** Something that a script names and that is not there, or a call that does not bind. `of`: the module or callable it belongs to. */
export interface NameIssue {
  readonly kind:
    | 'syntax'
    | 'missingModule'
    | 'missingAttribute'
    | 'unexpectedKeyword'
    | 'tooManyArguments'
    | 'missingArgument'
    | 'repeatedArgument'
    | 'undefinedName';
  /** Counted from 1. */
  readonly line: number | null;
  readonly name: string;
  readonly of: string | null;
  /** Names that are there and look alike, or where the name is found instead. */
  readonly near: readonly string[];
}

export interface NameQuestion {
  readonly reproductionId: string;
  readonly executionId: string;
  readonly terminalId: string;
  readonly environment: ReadyEnvironment;
  readonly text: string;
  /** Modules of the project: they are not imported. */
  readonly projectModules: readonly string[];
  readonly sandbox: SandboxRule;
  readonly allowWeakerSandbox: boolean;
}

export type CheckedNames =
  | {
      readonly kind: 'checked';
      readonly issues: readonly NameIssue[];
      readonly durationMs: number;
      readonly warm: boolean;
    }
  /** The interpreter did not answer; nothing is known. */
  | { readonly kind: 'notChecked'; readonly reason: string };

/** Looks up what a script names in the chosen environment, in the sandbox, without running the script. Rejects on cancellation alone. */
export interface NameChecker {
  check(question: NameQuestion, progress: Progress): Promise<CheckedNames>;
}
