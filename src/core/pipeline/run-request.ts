import { isRepriseError } from '../../protocol/errors';
import type { ExecutionResult } from '../../protocol/execution';
import type { RunRequest } from '../ports/script-runner';
import type { Work } from './work';

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

/** Runs what was asked for. A stop, a pause in between and a runner that cannot start give a result, as a failed run does. */
export async function runRequest({ ports, progress, session }: Work, request: RunRequest): Promise<ExecutionResult> {
  try {
    return await ports.runner.run(request, progress);
  } catch (error) {
    // A pause that came after the last look at the state refuses the run; it is taken up again later.
    const paused = isRepriseError(error, 'notApproved') && session.state().paused;
    if (progress.signal.aborted || paused) return emptyResult({ kind: 'stopped' }, null);
    if (!isRepriseError(error, 'unavailable')) throw error;
    return emptyResult({ kind: 'couldNotStart', reason: error.message }, error.message);
  }
}
