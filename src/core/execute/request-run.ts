import type { Attempt } from '../../protocol/attempt';
import type { ReadyEnvironment } from '../../protocol/environment';
import type { Execution } from '../../protocol/execution';
import type { GivenScript } from '../../protocol/reproduction/options';
import type { ReproductionState } from '../../protocol/reproduction/state';
import type { RunRequest } from '../ports/script-runner';
import { limitsFor } from './limits';
import { mayBeWeaker } from './may-be-weaker';

/** What the runner is asked for an execution of an attempt, or of a shorter form of its script. */
export function requestRun(options: {
  readonly state: ReproductionState;
  readonly attempt: Attempt;
  readonly execution: Execution;
  readonly script: string;
  /** Of the reproduction. */
  readonly ready: ReadyEnvironment;
}): RunRequest {
  const { state, attempt, execution, script, ready } = options;
  return {
    reproductionId: state.id,
    executionId: execution.id,
    terminalId: execution.terminalId,
    environment: environmentFor(attempt, ready),
    script,
    scriptName: 'reproducer.py',
    arguments: argumentsFor(state.options.given, execution.purpose),
    mode: execution.mode,
    cold: execution.cold,
    seed: execution.seed,
    watchFinite: state.symptoms.some((symptom) => symptom.kind === 'nonFinite' && symptom.what !== 'loss'),
    watchReached: execution.purpose === 'control',
    limits: limitsFor(state.options),
    project: state.project && { folder: state.project.folder, sourceRoots: state.project.sourceRoots },
    data: state.options.data,
    devices: state.options.devices ?? null,
    sandbox: state.options.sandbox,
    allowWeakerSandbox: mayBeWeaker(state, attempt),
  };
}

/** A control that the product made runs with the words of the script that it is made of. */
function argumentsFor(given: GivenScript | undefined, purpose: Execution['purpose']): readonly string[] {
  if (!given) return [];
  return purpose === 'control' ? (given.control ?? given.arguments) : given.arguments;
}

/** Where an attempt runs: a neighbouring version has an environment of its own. */
function environmentFor({ edit }: Attempt, ready: ReadyEnvironment): ReadyEnvironment {
  return (edit.kind === 'control' ? edit.neighbour?.environment : null) ?? ready;
}
