import { isCovered } from '../core/execute/is-covered';
import { isReduction } from '../core/minimise/is-reduction';
import type { DigestOf } from '../core/ports/digests';
import type { RunStore } from '../core/ports/run-store';
import type { RunRequest, ScriptRunner } from '../core/ports/script-runner';
import { message } from '../protocol/catalogue/catalogue';
import { RepriseError } from '../protocol/errors';
import type { ReproductionState } from '../protocol/reproduction/state';

/**
 * A runner that refuses bytes which no approval covers: the only way from the pipeline to a process.
 * It reads the state and the kept scripts itself and believes nothing that the request says of them.
 * Errors: `run` rejects with `notApproved`.
 */
export function guardRunner(options: {
  readonly runner: ScriptRunner;
  readonly stateOf: (reproductionId: string) => ReproductionState | null;
  readonly store: Pick<RunStore, 'readScript'>;
  readonly digestOf: DigestOf;
}): ScriptRunner {
  const { runner, stateOf, store, digestOf } = options;

  async function mayRun(request: RunRequest): Promise<boolean> {
    const before = stateOf(request.reproductionId);
    const execution = before?.executions.find(({ id, result }) => id === request.executionId && result === null);
    // Runs of these jobs are not kept as executions: a shorter script must be the attempt's with pieces taken away, another release runs it as it is.
    const job = execution
      ? undefined
      : before?.jobs.find(({ kind, status }) => /^(?:minimise|bisect)$/.test(kind) && status.kind === 'running');
    const attempt = before?.attempts.find(({ id }) => id === (execution ?? job)?.attemptId);
    if (!attempt) return false;
    const kept = await readKept(request.reproductionId, attempt.scriptDigest);
    // Read again: an approval may have been taken back while the script was read.
    const state = stateOf(request.reproductionId);
    if (!state || state.paused) return false;
    return isCovered({
      state,
      attemptId: attempt.id,
      text: job?.kind === 'minimise' && kept !== null && isReduction(request.script, kept) ? kept : request.script,
      arguments: request.arguments,
      scriptOf: ({ scriptDigest }) => (scriptDigest === attempt.scriptDigest ? kept : null),
      digestOf,
      sandbox: request.sandbox,
      allowWeakerSandbox: request.allowWeakerSandbox,
      network: 'none',
    });
  }

  async function readKept(reproductionId: string, digest: string): Promise<string | null> {
    try {
      return (await store.readScript(reproductionId, digest)).text;
    } catch {
      return null;
    }
  }

  return {
    describe: (rule) => runner.describe(rule),
    run: async (request, progress) => {
      if (!(await mayRun(request))) {
        throw new RepriseError('notApproved', message('errors.notApproved'), { digest: digestOf(request.script) });
      }
      return await runner.run(request, progress);
    },
  };
}
