import type { Attempt } from '../../../protocol/attempt';
import { message } from '../../../protocol/catalogue/catalogue';
import type { ReadyEnvironment } from '../../../protocol/environment';
import { isRepriseError } from '../../../protocol/errors';
import type { Execution, ExecutionResult } from '../../../protocol/execution';
import type { GivenScript } from '../../../protocol/reproduction/options';
import { exportedForm, exportForm } from '../../execute/exported-form';
import { inlineMetadataOf } from '../../execute/inline-metadata';
import { limitsFor } from '../../execute/limits';
import { mayBeWeaker } from '../../execute/may-be-weaker';
import { ours } from '../../generate/script-lines';
import type { Script } from '../../../protocol/script';
import { askForWeakerSandbox } from '../confinement';
import { enterPhase, required, type Work } from '../work';

/** What is asked of one execution. */
export type ExecutionWish = Pick<Execution, 'purpose' | 'mode' | 'cold' | 'seed'>;

/** A result for a run that gave none: it was stopped, lost, or never began. */
export function emptyResult(end: ExecutionResult['end'], reason: string | null): ExecutionResult {
  const nothing = { bytes: 0, tail: '' };
  return {
    end,
    durationMs: 0,
    stdout: nothing,
    stderr: nothing,
    record: null,
    sandbox: { level: 'limitsOnly', network: 'none', reason },
  };
}

/** The bytes that run in this mode: in plain mode the exported form, kept beside the script. */
async function scriptFor(work: Work, attempt: Attempt, mode: Execution['mode']): Promise<Script> {
  const { store, digestOf } = work.ports;
  const state = work.session.state();
  const script = await store.readScript(state.id, attempt.scriptDigest);
  const text = exportedForm(script.text, inlineMetadataOf(state));
  if (mode === 'recorded' || text === script.text) return script;
  const { at, inserted } = exportForm(script.text);
  const above = Array.from({ length: inserted }, () => ours);
  const provenance = [...script.provenance.slice(0, at - 1), ...above, ...script.provenance.slice(at - 1)];
  const below = text.split('\n').length - provenance.length;
  const exported = {
    text,
    digest: digestOf(text),
    provenance: [...provenance, ...Array.from({ length: below }, () => ours)],
  };
  await store.writeScript(state.id, exported);
  return exported;
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

async function runToEnd(work: Work, attempt: Attempt, execution: Execution, script: Script): Promise<ExecutionResult> {
  const { ports, progress } = work;
  const state = work.session.state();
  const { options } = state;
  try {
    return await ports.runner.run(
      {
        reproductionId: state.id,
        executionId: execution.id,
        terminalId: execution.terminalId,
        environment: environmentFor(attempt, required(state.environment.ready, 'environment')),
        script: script.text,
        scriptName: 'reproducer.py',
        arguments: argumentsFor(options.given, execution.purpose),
        mode: execution.mode,
        cold: execution.cold,
        seed: execution.seed,
        watchFinite: state.symptoms.some((symptom) => symptom.kind === 'nonFinite' && symptom.what !== 'loss'),
        watchReached: execution.purpose === 'control',
        limits: limitsFor(options),
        project: state.project && { folder: state.project.folder, sourceRoots: state.project.sourceRoots },
        data: options.data,
        devices: options.devices ?? null,
        sandbox: options.sandbox,
        allowWeakerSandbox: mayBeWeaker(state, attempt),
      },
      progress,
    );
  } catch (error) {
    // A pause that came after the last look at the state refuses the run; it is taken up again later.
    const paused = isRepriseError(error, 'notApproved') && work.session.state().paused;
    if (progress.signal.aborted || paused) return emptyResult({ kind: 'stopped' }, null);
    if (!isRepriseError(error, 'unavailable')) throw error;
    return emptyResult({ kind: 'couldNotStart', reason: error.message }, error.message);
  }
}

/** Starts an execution of an attempt's script, waits for its end and records both. */
async function executeOnce(work: Work, attempt: Attempt, wish: ExecutionWish): Promise<ExecutionResult> {
  const { session, ports, progress } = work;
  const script = await scriptFor(work, attempt, wish.mode);
  const execution: Execution = {
    ...wish,
    id: ports.ids.next('execution'),
    attemptId: attempt.id,
    scriptDigest: script.digest,
    terminalId: ports.ids.next('terminal'),
    startedAt: ports.clock.now(),
    result: null,
  };
  await session.emit({ type: 'execution/started', execution });
  if (attempt.edit.kind !== 'control') {
    const phase = { kind: 'executing', executionId: execution.id } as const;
    await session.emit({ type: 'attempt/phaseEntered', attemptId: attempt.id, phase });
  }
  progress.report(message('attempt.running', { number: attempt.number }));
  const result = await runToEnd(work, attempt, execution, script);
  await session.emit({ type: 'execution/finished', executionId: execution.id, result });
  progress.signal.throwIfAborted();
  return result;
}

/**
 * Runs an attempt's script once and records it. An abort ends the run as `stopped`, and the attempt stays where a later
 * continuation takes it up. A control's own phase stays as it is: the attempt that it belongs to is the one at work.
 */
export async function runExecution(work: Work, attemptId: string, wish: ExecutionWish): Promise<void> {
  const { session, progress } = work;
  progress.signal.throwIfAborted();
  const attempt = required(
    session.state().attempts.find(({ id }) => id === attemptId),
    'attempts',
  );
  if (await askForWeakerSandbox(work, attempt)) return;
  await enterPhase(work, 'attempting');
  const result = await executeOnce(work, attempt, wish);
  if (result.end.kind === 'stopped' || attempt.edit.kind === 'control') return;
  await session.emit({ type: 'attempt/phaseEntered', attemptId, phase: { kind: 'verifying' } });
}
