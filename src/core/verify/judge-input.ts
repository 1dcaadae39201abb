import type { ReadyEnvironment } from '../../protocol/environment';
import type { Execution, ExecutionResult } from '../../protocol/execution';
import type { ReportReadOut } from '../../protocol/report';
import type { LineProvenance, Script } from '../../protocol/script';
import type { Symptom } from '../../protocol/symptom';
import type { Evidence, RuleResult } from '../../protocol/verdict';
import type { PythonParser } from '../ports/python-parser';

/** What is known of a file of an installed distribution, by the distribution's own RECORD. `foreign`: it lies in no folder of packages. */
export type InstalledFileState = 'asInstalled' | 'changed' | 'unknown' | 'foreign';

/** All that a verdict on one script rests on. Executions are of that script, recorded or plain, in their order. */
export interface JudgeInput {
  readonly symptom: Symptom;
  /** The report's other symptoms: whether they show is told, and decides nothing. */
  readonly others?: readonly Symptom[];
  readonly script: Script;
  readonly executions: readonly Execution[];
  readonly environment: ReadyEnvironment;
  /** States of the files of distributions that the records' frames name. */
  readonly installedFiles: ReadonlyMap<string, InstalledFileState>;
  readonly parser: PythonParser;
  readonly readOut: ReportReadOut;
  /** Runs that the user wants; absent or null: what the symptom takes. */
  readonly repeats?: number | null;
  /** What is known of the control that the product makes by itself; absent or null: nothing yet. */
  readonly control?: ControlWords | null;
}

/** A control in words for people: what it changes, or why there is none to be had. */
export type ControlWords =
  | {
      readonly kind: 'made';
      readonly changed: string;
      /** The script was the same, and this distribution another release. */
      readonly neighbour?: { readonly name: string; readonly version: string };
    }
  | { readonly kind: 'none'; readonly reason: string };

/** An execution that has come to an end of its own. */
export type FinishedExecution = Execution & { readonly result: ExecutionResult };

/** A rule's answer before it has its name. */
export type Answer = Pick<RuleResult, 'result' | 'evidence'>;

/** The script with the provenance that its lines really have. */
export interface TracedScript {
  readonly lines: readonly string[];
  readonly provenance: readonly LineProvenance[];
}

export function passed(...evidence: readonly Evidence[]): Answer {
  return { result: 'passed', evidence: [...evidence] };
}

export function failed(...evidence: readonly Evidence[]): Answer {
  return { result: 'failed', evidence: [...evidence] };
}
