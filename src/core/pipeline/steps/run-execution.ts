import type { Attempt } from '../../../protocol/attempt';
import { message } from '../../../protocol/catalogue/catalogue';
import type { Execution } from '../../../protocol/execution';
import { exportedForm, exportForm } from '../../execute/exported-form';
import { inlineMetadataOf } from '../../execute/inline-metadata';
import { requestRun } from '../../execute/request-run';
import { wasTakenAway } from '../../execute/taken-away';
import { ours } from '../../generate/script-lines';
import type { Script } from '../../../protocol/script';
import { askForWeakerSandbox } from '../confinement';
import { runRequest } from '../run-request';
import { enterPhase, required, type Work } from '../work';

/** What is asked of one execution. */
export type ExecutionWish = Pick<Execution, 'purpose' | 'mode' | 'cold' | 'seed'>;

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

/** Starts an execution of an attempt's script, waits for its end and records both. */
async function executeOnce(work: Work, attempt: Attempt, wish: ExecutionWish): Promise<Execution> {
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
  const state = session.state();
  const ready = required(state.environment.ready, 'environment');
  const result = await runRequest(work, requestRun({ state, attempt, execution, script: script.text, ready }));
  await session.emit({ type: 'execution/finished', executionId: execution.id, result });
  progress.signal.throwIfAborted();
  return { ...execution, result };
}

/**
 * Runs an attempt's script once and records it; one that was taken away is made again, once. An abort ends the run as `stopped`, and the attempt stays where a later
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
  let execution = await executeOnce(work, attempt, wish);
  if (wasTakenAway(session.state(), execution)) execution = await executeOnce(work, attempt, wish);
  if (execution.result?.end.kind === 'stopped' || attempt.edit.kind === 'control') return;
  await session.emit({ type: 'attempt/phaseEntered', attemptId, phase: { kind: 'verifying' } });
}
