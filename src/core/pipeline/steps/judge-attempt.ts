import { message } from '../../../protocol/catalogue/catalogue';
import type { Attempt } from '../../../protocol/attempt';
import type { Execution } from '../../../protocol/execution';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import type { Symptom } from '../../../protocol/symptom';
import type { Verdict } from '../../../protocol/verdict';
import { currentRound } from '../../execute/current-round';
import { spreadOfRuns } from '../../execute/spread-of-runs';
import { judge, type InstalledFileState } from '../../verify/judge';
import type { ControlWords } from '../../verify/judge-input';
import { needsExecutions } from '../../verify/needs-executions';
import { isJudged } from '../../verify/shown';
import { waitsForControl } from '../../verify/waits-for-control';
import { controlsWanted } from '../../verify/silent/control-of-value';
import { required, type Work } from '../work';
import { finishJob, notHad, runNextControl, triedControls, type TriedControl } from './run-control';
import { runNeeded } from './run-needed';

/** Asks for every installed file that a record's frames name whether it is as it was installed. */
export async function installedFiles(
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

/** A judge of one attempt that takes the executions of a control, or none, with what is known of it. */
type JudgeWith = (controls: readonly Execution[], words: ControlWords | null) => Promise<Verdict>;

/** The first control that did not show the symptom while all else held. Null: none did so far. */
async function flippingControl(work: Work, attemptId: string, judgeWith: JudgeWith): Promise<TriedControl | null> {
  for (const tried of triedControls(work.session.state(), attemptId)) {
    const { rules } = await judgeWith(tried.executions, null);
    if (rules.some(({ rule, result }) => rule === 'control' && result === 'passed')) return tried;
  }
  return null;
}

/** What a control that flipped changed. */
function wordsOfControl({ edit }: Attempt): ControlWords {
  const neighbour = edit.kind === 'control' ? edit.neighbour : undefined;
  return {
    kind: 'made',
    changed: edit.reason,
    ...(neighbour ? { neighbour: { name: neighbour.name, version: neighbour.version } } : {}),
  };
}

/** Why no control is at hand, in a sentence for people. */
function whyNone(state: ReproductionState, attemptId: string): ControlWords {
  const tried = triedControls(state, attemptId).map(({ attempt }) => attempt.edit.reason);
  const absent = notHad(state, attemptId).flatMap(({ phase }) => (phase.kind === 'finished' ? [phase.summary] : []));
  const text =
    tried.length === 0
      ? message('control.nothingFound')
      : message('control.allTried', { count: tried.length, list: tried.slice(0, 6).join(' ') });
  if (absent.length === 0) return { kind: 'none', reason: text };
  const others = message('control.notHad', { count: absent.length, list: absent.slice(0, 4).join(' ') });
  return { kind: 'none', reason: tried.length === 0 ? others : `${text} ${others}` };
}

/**
 * Judges an attempt by the executions of its present round. Where the symptom shows and the rules want another
 * execution, that runs first; the attempt is judged again with it. A control is made and run as a job in between.
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
  const script = await ports.store.readScript(state.id, attempt.scriptDigest);
  const judgeWith: JudgeWith = async (controls, words) =>
    judge({
      symptom,
      others: state.symptoms.slice(1),
      script,
      executions: [...executions, ...controls],
      environment: required(state.environment.ready, 'environment'),
      installedFiles: await installedFiles(work, [...executions, ...controls]),
      parser: ports.parser,
      readOut: required(state.report.readOut, 'report'),
      repeats: state.options.repeats,
      control: words,
    });
  // Who gave a script with a control of its own has it judged by that.
  const isTheirs = (state.options.given?.control ?? null) !== null;
  const flipped = isTheirs ? null : await flippingControl(work, attemptId, judgeWith);
  const controls = flipped?.executions ?? [];
  const changed = flipped ? wordsOfControl(flipped.attempt) : null;
  let verdict = await judgeWith(controls, changed);
  const needed = needsExecutions({
    symptom,
    verdict,
    executions: [...executions, ...controls],
    repeats: state.options.repeats,
    control: flipped !== null || isTheirs,
  });
  if (needed.length > 0) return runNeeded(work, attemptId, needed, executions);
  if (!isTheirs && !flipped && waitsForControl(verdict)) {
    if (await runNextControl(work, { attempt, script, runs: runsOfControl(symptom) })) return;
    verdict = await judgeWith([], whyNone(session.state(), attemptId));
  }
  await finishJob(work, attemptId, flipped?.attempt ?? null);
  const spread = spreadOfRuns(verdict, executions);
  await session.emit({
    type: 'verdict/reached',
    attemptId,
    verdict: spread === undefined ? verdict : { ...verdict, spread },
  });
  const phase = { kind: 'finished', summary: summaryOf(verdict) } as const;
  await session.emit({ type: 'attempt/phaseEntered', attemptId, phase });
}

function runsOfControl(symptom: Symptom): number {
  return isJudged(symptom) ? 1 : controlsWanted(symptom);
}
