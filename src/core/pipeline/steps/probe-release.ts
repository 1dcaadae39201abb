import type { Attempt } from '../../../protocol/attempt';
import type { BisectProbe, DatedRelease } from '../../../protocol/bisection';
import { message } from '../../../protocol/catalogue/catalogue';
import type { ReadyEnvironment } from '../../../protocol/environment';
import type { Execution } from '../../../protocol/execution';
import type { Script } from '../../../protocol/script';
import type { RuleResult } from '../../../protocol/verdict';
import { currentRound } from '../../execute/current-round';
import { judge } from '../../verify/judge';
import { describeEnd, isJudged } from '../../verify/shown';
import { controlsWanted } from '../../verify/silent/control-of-value';
import { isFinished } from '../../verify/verdict-parts';
import { runApart } from '../run-apart';
import { required, type Work } from '../work';
import { installedFiles } from './judge-attempt';
import { neighbourEnvironment } from './neighbour-environment';

/** A release in which the script hangs is told by a few times what it took, and by the first import of a large framework. */
const ALLOWANCE = { seconds: 90, times: 5 };

/** A release that is to be looked at. */
export interface ProbeQuestion {
  readonly attempt: Attempt;
  readonly script: Script;
  /** The distribution. */
  readonly name: string;
  readonly release: DatedRelease;
  readonly python: string;
  /** Runs after which one that shows nothing counts as clean. */
  readonly runs: number;
}

type Told = Pick<BisectProbe, 'answer' | 'runs' | 'showing' | 'text'>;

/**
 * Runs a judged script with one distribution in another release, and answers as the rule of controls does: it shows the symptom, it came to the place and
 * does not, or it proves nothing. First with all else as it is; where that proves nothing, with all else as of the release's own day.
 */
export async function probeRelease(work: Work, question: ProbeQuestion): Promise<BisectProbe> {
  const startedAt = work.ports.clock.elapsed();
  const tried: { told: Told; environment: ReadyEnvironment | null; terminalId: string | null }[] = [];
  for (const dated of [false, true]) {
    if (dated && question.release.day === null) break;
    const had = await environmentWith(work, question, dated);
    if (had.kind === 'none') {
      tried.push({ told: untestable(had.reason), environment: null, terminalId: null });
      continue;
    }
    const { environment } = had;
    if (tried.some((one) => one.environment?.lockDigest === environment.lockDigest)) break;
    const { told, terminalId } = await answerIn(work, question, environment);
    tried.push({ told, environment, terminalId });
    if (told.answer !== 'untestable') break;
  }
  // Of two that prove nothing the first one says more: it is the nearer to where the fault showed.
  const kept =
    tried.find(({ told }) => told.answer !== 'untestable') ?? tried.find(({ environment }) => environment) ?? tried[0];
  const { told, environment, terminalId } = required(kept, 'jobs');
  return {
    ...told,
    version: question.release.version,
    environmentId: environment?.id ?? null,
    others: othersOf(environment, question.name),
    terminalId,
    durationMs: Math.max(0, work.ports.clock.elapsed() - startedAt),
  };
}

function environmentWith(work: Work, { name, release, python }: ProbeQuestion, dated: boolean) {
  const { version, day } = release;
  return neighbourEnvironment(
    work,
    { name, version, specifier: `==${version}`, day, onDiskOnly: false, reason: message('bisect.row') },
    { python, dated },
  );
}

function othersOf(environment: ReadyEnvironment | null, name: string): string[] {
  return (environment?.packages ?? [])
    .filter((item) => item.name.toLowerCase() !== name.toLowerCase())
    .map((item) => `${item.name}==${item.version}`);
}

function untestable(text: string): Told {
  return { answer: 'untestable', runs: 0, showing: 0, text };
}

async function answerIn(
  work: Work,
  question: ProbeQuestion,
  environment: ReadyEnvironment,
): Promise<{ readonly told: Told; readonly terminalId: string | null }> {
  const symptom = required(work.session.state().symptoms[0], 'symptoms');
  const needed = isJudged(symptom) ? 1 : controlsWanted(symptom);
  const controls: Execution[] = [];
  const terminal = (): string | null => controls.at(-1)?.terminalId ?? null;
  for (let clean = 0; clean < question.runs;) {
    const round: Execution[] = [];
    for (let count = 0; count < needed; count += 1)
      round.push(await runIn(work, question, environment, controls.length + count));
    controls.push(...round);
    const rule = await ruleOfControl(work, question, round);
    const runs = controls.length / needed;
    const text = textOf(rule, round, !isJudged(symptom));
    if (rule?.result === 'failed') return { told: { answer: 'shows', runs, showing: 1, text }, terminalId: terminal() };
    if (rule?.result !== 'passed') return { told: untestable(text), terminalId: terminal() };
    clean += 1;
    if (clean >= question.runs) return { told: { answer: 'clean', runs, showing: 0, text }, terminalId: terminal() };
  }
  throw new RangeError('A release is looked at once at least');
}

/** The rule that judges controls, with this run as one of the attempt that shows the symptom. */
async function ruleOfControl(
  work: Work,
  { attempt, script, name, release }: ProbeQuestion,
  controls: readonly Execution[],
): Promise<RuleResult | undefined> {
  const { session, ports } = work;
  const state = session.state();
  const executions = currentRound(state, attempt.id).filter(({ purpose }) => purpose !== 'control');
  const { rules } = judge({
    symptom: required(state.symptoms[0], 'symptoms'),
    script,
    executions: [...executions, ...controls],
    environment: required(state.environment.ready, 'environment'),
    installedFiles: await installedFiles(work, executions),
    parser: ports.parser,
    readOut: required(state.report.readOut, 'report'),
    repeats: state.options.repeats,
    control: { kind: 'made', changed: message('bisect.row'), neighbour: { name, version: release.version } },
  });
  return rules.find(({ rule }) => rule === 'control');
}

/** What was seen, in one line. */
function textOf(rule: RuleResult | undefined, round: readonly Execution[], isSilent: boolean): string {
  const [first] = round.filter(isFinished);
  const ended = first ? describeEnd(first) : null;
  // Of a fault that ends the run, its end says it all; that of a silent one says nothing.
  if (rule?.result === 'failed' && !isSilent && ended !== null) return ended;
  const reference = rule?.evidence.at(-1)?.reference;
  const seen = reference?.kind === 'output' && reference.text.trim() !== '' ? reference.text : ended;
  if (rule?.result === 'passed' || rule?.result === 'failed') return seen ?? '';
  return rule?.evidence.at(-1)?.text ?? ended ?? '';
}

async function runIn(
  work: Work,
  { attempt, script }: ProbeQuestion,
  ready: ReadyEnvironment,
  seed: number,
): Promise<Execution> {
  // With the words of the script itself: the control that a user gives is none of a release.
  const how = { purpose: 'repeat', cold: true, seed } as const;
  const execution = await runApart(work, { attempt, script, ready, how, watchReached: true, allowance: ALLOWANCE });
  work.progress.signal.throwIfAborted();
  return { ...execution, purpose: 'control' };
}
