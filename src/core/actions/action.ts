import type { ReportReadOut } from '../../protocol/report';
import type { EditAction, Script } from '../../protocol/script';
import type { Symptom } from '../../protocol/symptom';
import type { TakenDefinition } from '../context/take-definitions';
import type { ScriptLine } from '../generate/script-lines';
import type { PythonParser } from '../ports/python-parser';
import type { Diagnosis } from './diagnosis';
import type { Misfit } from './stand-ins/correct-form';

/** A run that ended in an exception, with what its script was made from. */
export interface TriedScript extends Misfit {
  /** The script's text, and before it those of the attempts that it was edited from. */
  readonly texts: readonly string[];
}

/** What an edit action looks at. */
export interface ActionState {
  readonly script: Script;
  readonly diagnosis: Diagnosis;
  readonly symptom: Symptom;
  readonly readOut: ReportReadOut;
  /** The report's text. */
  readonly source: string;
  readonly parser: PythonParser;
  /** `3.11.7` */
  readonly pythonVersion: string;
  readonly distributionOf: (module: string) => string | null;
  /** What the project has for names that the script lacks. Absent: there is no project. */
  readonly definitions?: readonly TakenDefinition[];
  /** Runs so far that ended in another exception than the reported one. Absent: none did. */
  readonly misfits?: readonly TriedScript[];
  /** Whether other ways to the same end are wanted too, which cost time to find. Absent: they are. */
  readonly ways?: 'likeliest' | 'all';
}

/** The kind of fault that a proposal removes, and of what. `name` null: of anything. */
export interface Touch {
  readonly fault:
    'name' | 'module' | 'syntax' | 'attribute' | 'argument' | 'file' | 'device' | 'mainGuard' | 'input' | 'network';
  readonly name: string | null;
}

export type Change =
  | {
      readonly kind: 'script';
      readonly lines: readonly ScriptLine[];
      /** It puts a class around methods, so that all that follows rests on it. */
      readonly makesClass?: true;
    }
  /** The script stays; its environment gets a distribution more. */
  | { readonly kind: 'package'; readonly distribution: string; readonly module: string };

/** One edit of a script, with its reason in a sentence for people. */
export interface EditStep {
  readonly action: EditAction;
  readonly reason: string;
  readonly lines: readonly ScriptLine[];
}

/** A next step that an action offers, with its reason in a sentence for people. */
export interface Proposal {
  readonly action: EditAction;
  readonly reason: string;
  readonly touches: readonly Touch[];
  readonly change: Change;
  /** Edits that come before, each on top of the one before it. A run in between would stop at what the next one adds. */
  readonly before?: readonly EditStep[];
  /** 0 or absent: the likeliest way. Higher: another way to the same end, for when those before it led nowhere. */
  readonly alternative?: number;
}

/** One of the study's edit actions, as a pure function from state to proposals, the best first. */
export interface Action {
  readonly action: EditAction;
  readonly propose: (state: ActionState) => readonly Proposal[];
}
