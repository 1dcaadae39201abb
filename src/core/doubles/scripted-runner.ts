import { RepriseError } from '../../protocol/errors';
import type { ExecutionResult, SandboxLevel } from '../../protocol/execution';
import type { RunRequest, ScriptRunner } from '../ports/script-runner';

/** A runner that starts nothing: it answers with results that were recorded before. */
export interface ScriptedRunner extends ScriptRunner {
  /** The requests so far, in order. */
  requests(): readonly RunRequest[];
}

/**
 * Answers by the request, most of all by its script's text; null waits until the signal aborts, as a script that does
 * not end. Refuses as the real one does where the rule wants a sandbox and `level` has none. An abort gives `stopped`.
 */
export function createScriptedRunner(options: {
  readonly answer: (request: RunRequest) => ExecutionResult | null;
  readonly level?: SandboxLevel;
}): ScriptedRunner {
  const level = options.level ?? { level: 'bubblewrap', network: 'none', reason: null };
  const requests: RunRequest[] = [];
  const stopped: ExecutionResult = {
    end: { kind: 'stopped' },
    durationMs: 0,
    stdout: { bytes: 0, tail: '' },
    stderr: { bytes: 0, tail: '' },
    record: null,
    sandbox: level,
  };
  return {
    requests: () => requests,
    describe: async (rule) =>
      rule === 'off' ? { level: 'limitsOnly', network: 'open', reason: 'The sandbox is switched off.' } : level,
    run: async (request, { signal }) => {
      if (level.level === 'limitsOnly' && request.sandbox !== 'off' && !request.allowWeakerSandbox) {
        throw new RepriseError('unavailable', level.reason ?? 'There is no sandbox.', { what: 'sandbox' });
      }
      requests.push(request);
      if (signal.aborted) return stopped;
      const answer = options.answer(request);
      if (answer) return answer;
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(stopped)));
    },
  };
}
