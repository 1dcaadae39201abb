import { message } from '../../../protocol/catalogue/catalogue';
import type { Execution } from '../../../protocol/execution';
import type { Verdict } from '../../../protocol/verdict';
import { currentRound } from '../../execute/current-round';
import { spreadOfRuns } from '../../execute/spread-of-runs';
import { judge, type InstalledFileState } from '../../verify/judge';
import { needsExecutions } from '../../verify/needs-executions';
import { required, type Work } from '../work';
import { runNeeded } from './run-needed';

/** Asks for every installed file that a record's frames name whether it is as it was installed. */
async function installedFiles(
  work: Work,
  executions: readonly Execution[],
): Promise<ReadonlyMap<string, InstalledFileState>> {
  const environment = required(work.session.state().environment.ready, 'environment');
  const files = new Set<string>();
  for (const line of executions.flatMap(({ result }) => result?.record?.lines ?? [])) {
    const frames = line.type === 'exception' ? line.chain.flatMap((item) => item.frames) : [];
    if (line.type === 'warning' && line.frame) frames.push(line.frame);
    for (const frame of frames) if (frame.place === 'distribution') files.add(frame.file);
  }
  const states = new Map<string, InstalledFileState>();
  for (const file of files) {
    states.set(file, await work.ports.environments.checkInstalledFile(environment, file));
  }
  return states;
}

function summaryOf(verdict: Verdict): string {
  if (verdict.outcome === 'reproduced') return message('attempt.showsIt');
  return verdict.observed ?? message('attempt.nothingObserved');
}

/**
 * Judges an attempt by the executions of its present round. Where the symptom shows and the rules want another
 * execution, that runs first; the attempt is judged again with it.
 */
export async function judgeAttempt(work: Work, attemptId: string): Promise<void> {
  const { session, ports } = work;
  const state = session.state();
  const attempt = required(
    state.attempts.find(({ id }) => id === attemptId),
    'attempts',
  );
  const symptom = required(state.symptoms[0], 'symptoms');
  const executions = currentRound(state, attemptId);
  const verdict = judge({
    symptom,
    script: await ports.store.readScript(state.id, attempt.scriptDigest),
    executions,
    environment: required(state.environment.ready, 'environment'),
    installedFiles: await installedFiles(work, executions),
    parser: ports.parser,
    readOut: required(state.report.readOut, 'report'),
    repeats: state.options.repeats,
  });
  const control = (state.options.given?.control ?? null) !== null;
  const needed = needsExecutions({ symptom, verdict, executions, repeats: state.options.repeats, control });
  if (needed.length > 0) return runNeeded(work, attemptId, needed, executions);
  const spread = spreadOfRuns(verdict, executions);
  await session.emit({
    type: 'verdict/reached',
    attemptId,
    verdict: spread === undefined ? verdict : { ...verdict, spread },
  });
  const phase = { kind: 'finished', summary: summaryOf(verdict) } as const;
  await session.emit({ type: 'attempt/phaseEntered', attemptId, phase });
}
