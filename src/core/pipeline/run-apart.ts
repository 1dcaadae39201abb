import type { Attempt } from '../../protocol/attempt';
import type { ReadyEnvironment } from '../../protocol/environment';
import type { Execution } from '../../protocol/execution';
import type { Script } from '../../protocol/script';
import { requestRun } from '../execute/request-run';
import { runRequest } from './run-request';
import type { Work } from './work';

/** A run that a job judges by itself: it is no execution of the attempt's own, and stays out of its log. */
interface RunApart {
  /** Whose script it is, or a shorter form of whose. */
  readonly attempt: Attempt;
  readonly script: Script;
  readonly ready: ReadyEnvironment;
  readonly how: Pick<Execution, 'purpose' | 'cold'> & { readonly seed: number };
  /** Lines that ran are told. */
  readonly watchReached?: true;
  /** The time that it gets at most: so many seconds, and so many times the longest run of the attempt. */
  readonly allowance: { readonly seconds: number; readonly times: number };
}

export async function runApart(work: Work, { attempt, script, ready, how, ...rest }: RunApart): Promise<Execution> {
  const { session, ports } = work;
  const state = session.state();
  const execution: Execution = {
    ...how,
    id: ports.ids.next('execution'),
    attemptId: attempt.id,
    mode: 'recorded',
    scriptDigest: script.digest,
    terminalId: ports.ids.next('terminal'),
    startedAt: ports.clock.now(),
    result: null,
  };
  const request = requestRun({ state, attempt, execution, script: script.text, ready });
  const own = state.executions.filter(({ attemptId }) => attemptId === attempt.id);
  const longest = Math.max(0, ...own.map(({ result }) => result?.durationMs ?? 0));
  const seconds = Math.ceil(rest.allowance.seconds + (rest.allowance.times * longest) / 1000);
  const result = await runRequest(work, {
    ...request,
    ...(rest.watchReached && { watchReached: true }),
    limits: { ...request.limits, seconds: Math.min(request.limits.seconds, seconds) },
  });
  return { ...execution, result };
}
