import { message } from '../../../protocol/catalogue/catalogue';
import type { Execution } from '../../../protocol/execution';
import { assertNever } from '../../../protocol/primitives';
import type { ProcessEnd } from '../../../protocol/execution';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import { formatBytes, formatDuration } from '../../app/format';

/** A terminal that can be looked at. */
export interface OutputChoice {
  /** An execution's id, or `installation`. */
  readonly id: string;
  readonly terminalId: string;
  readonly label: string;
}

/** The outputs of an attempt, newest last, and the installation. */
export function listOutputs(state: ReproductionState, attemptId: string | null): OutputChoice[] {
  const own = state.executions.filter((execution) => execution.attemptId === attemptId);
  const choices: OutputChoice[] = own.map((execution, at) => ({
    id: execution.id,
    terminalId: execution.terminalId,
    label: message('app.output.run', { number: at + 1, purpose: message(`app.purpose.${execution.purpose}`) }),
  }));
  const { terminalId } = state.environment;
  if (terminalId !== null)
    choices.unshift({ id: 'installation', terminalId, label: message('app.output.installation') });
  return choices;
}

/** How a run was done and ended, in a few words. */
export function describeExecution(execution: Execution): string {
  const { result } = execution;
  const parts = [message(execution.cold ? 'app.execution.cold' : 'app.execution.warm')];
  if (execution.mode === 'plain') parts.push(message('app.execution.plain'));
  if (execution.seed !== null) parts.push(message('app.execution.seed', { seed: String(execution.seed) }));
  if (!result) return [...parts, message('app.execution.running')].join(' · ');
  parts.push(formatDuration(result.durationMs), describeEnd(result.end));
  const network = result.sandbox.network === 'none' ? 'app.sandbox.noNetwork' : 'app.sandbox.withNetwork';
  parts.push(`${message(`app.sandbox.${result.sandbox.level}`)}, ${message(network)}`);
  return parts.join(' · ');
}

/** Why a process is gone. */
export function describeEnd(end: ProcessEnd): string {
  switch (end.kind) {
    case 'exited':
      return message('app.end.exited', { code: String(end.code) });
    case 'signalled':
      return message('app.end.signalled', { signal: end.signal });
    case 'timeLimit':
      return message('app.end.timeLimit', { seconds: end.seconds });
    case 'idleLimit':
      return message('app.end.idleLimit', { seconds: end.seconds });
    case 'memoryLimit':
      return message('app.end.memoryLimit', { size: formatBytes(end.bytes) });
    case 'outputLimit':
      return message('app.end.outputLimit', { size: formatBytes(end.bytes) });
    case 'processLimit':
      return message('app.end.processLimit', { processes: end.processes });
    case 'diskLimit':
      return message('app.end.diskLimit', { size: formatBytes(end.bytes) });
    case 'couldNotStart':
      return message('app.end.couldNotStart', { reason: end.reason });
    case 'stopped':
      return message('app.end.stopped');
    case 'lost':
      return message('app.end.lost');
    default:
      return assertNever(end);
  }
}
