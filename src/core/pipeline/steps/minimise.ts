import type { Attempt, Job } from '../../../protocol/attempt';
import { message } from '../../../protocol/catalogue/catalogue';
import type { Execution } from '../../../protocol/execution';
import type { Script } from '../../../protocol/script';
import { placesAtOnce } from '../../execute/places-at-once';
import { carryProvenance } from '../../generate/carry-provenance';
import { markPlace } from '../../minimise/mark-place';
import { minimiseScript, type Minimised } from '../../minimise/minimise-script';
import { judge } from '../../verify/judge';
import { chainOf } from '../../verify/observe';
import { isJudged } from '../../verify/shown';
import { isFinished } from '../../verify/verdict-parts';
import { waitsForControl } from '../../verify/waits-for-control';
import { nextAttemptNumber } from '../next-attempt-number';
import { runApart } from '../run-apart';
import { required, type Work } from '../work';
import { installedFiles } from './judge-attempt';

/** Budget of a job. A candidate of a small script takes a tenth of a second in a warm interpreter. */
const MOST_RUNS = 600;
const MOST_MS = 10 * 60_000;
/** Seeds that a candidate of a statistical symptom has to show it with; the whole verdict follows for the last one. */
const SILENT_SEEDS = [0, 1, 2];
/** A candidate that lost what ends its loop may run for ever: it gets a few times what the script took. */
const ALLOWANCE = { seconds: 10, times: 3 };

/**
 * Shortens the script of a reproduced attempt as a job. What it finds becomes an attempt below, which is then judged by all rules like any other; the
 * longer one stays. A stop keeps the best so far. Errors: rejects when the signal aborts.
 */
export async function minimise(work: Work, job: Job): Promise<void> {
  const { session, ports, progress } = work;
  const state = session.state();
  const parent = required(
    state.attempts.find(({ id }) => id === job.attemptId),
    'attempts',
  );
  const script = await ports.store.readScript(state.id, parent.scriptDigest);
  const startedAt = ports.clock.elapsed();
  const isAnalogy = parent.verdict?.byAnalogy ?? false;
  const places = new Map<string, FailingLine>();
  const minimised = await minimiseScript({
    text: script.text,
    parser: ports.parser,
    holds: (text) => holds(work, { parent, script, text, isAnalogy, places }),
    runs: MOST_RUNS,
    isLate: () => ports.clock.elapsed() - startedAt > MOST_MS,
    signal: progress.signal,
    width: await widthFor(work, parent),
    onBetter: (text, runs) => {
      const note = message('minimise.progress', { lines: lineCount(text), runs });
      void session
        .emit({ type: 'job/progressed', jobId: job.id, progress: Math.min(0.99, runs / MOST_RUNS), note })
        .catch(() => undefined);
    },
  });
  const marked = progress.signal.aborted ? null : markedForm(minimised.text, places);
  const text =
    marked !== null && (await holds(work, { parent, script, text: marked, isAnalogy, places }))
      ? marked
      : minimised.text;
  const found = text !== script.text;
  if (found) await startMinimised(work, parent, script, { ...minimised, text });
  // A job that a stop cut off with nothing found goes on later.
  if (found || !progress.signal.aborted) {
    await session.emit({
      type: 'job/finished',
      jobId: job.id,
      summary: summaryOf(script.text, { ...minimised, text }),
      result: found ? (minimised.why === 'stopped' ? 'cancelled' : 'done') : 'nothingToDo',
    });
  }
  progress.signal.throwIfAborted();
}

function summaryOf(before: string, { text, runs, why }: Minimised): string {
  if (text === before) return message('minimise.nothing', { runs });
  const counts = { before: lineCount(before), after: lineCount(text), runs };
  return `${message('minimise.done', counts)} ${message(`minimise.why.${why}`)}`;
}

function lineCount(text: string): number {
  return text.split('\n').filter((line) => line.trim() !== '').length;
}

async function widthFor(work: Work, parent: Attempt): Promise<number> {
  const state = work.session.state();
  const own = state.executions.filter(({ attemptId }) => attemptId === parent.id);
  const capacity = (await work.ports.readCapacity?.()) ?? null;
  return Math.max(1, placesAtOnce(required(state.symptoms[0], 'symptoms'), own, capacity));
}

interface Candidate {
  readonly parent: Attempt;
  readonly script: Script;
  readonly text: string;
  readonly isAnalogy: boolean;
  /** Takes where a script that holds failed. */
  readonly places: Map<string, FailingLine>;
}

/** The line of the script that an exception came through last, with its type. */
interface FailingLine {
  readonly line: number;
  readonly type: string;
}

/** With a comment that says which line shows it; null: no line is known. */
function markedForm(text: string, places: ReadonlyMap<string, FailingLine>): string | null {
  const place = places.get(text);
  return place ? markPlace(text, place.line, place.type) : null;
}

function failingLine(execution: Execution | undefined): FailingLine | null {
  const [ended] = execution && isFinished(execution) ? chainOf(execution) : [];
  const frame = ended?.frames.filter(({ place }) => place === 'script').at(-1);
  return ended && frame && frame.line !== null ? { line: frame.line, type: ended.type } : null;
}

/** Whether a candidate shows the symptom in real runs and no rule speaks against it. */
async function holds(work: Work, { parent, script, text, isAnalogy, places }: Candidate): Promise<boolean> {
  const { session, ports } = work;
  const state = session.state();
  const symptom = required(state.symptoms[0], 'symptoms');
  const environment = required(state.environment.ready, 'environment');
  const provenance = [...carryProvenance(script, text)];
  const candidate: Script = { text, digest: ports.digestOf(text), provenance };
  const executions: Execution[] = [];
  for (const seed of isJudged(symptom) ? [0] : SILENT_SEEDS) {
    const how = { purpose: 'search', cold: false, seed } as const;
    const execution = await runApart(work, {
      ...{ attempt: parent, script: candidate, ready: environment, how, allowance: ALLOWANCE },
    });
    if (work.progress.signal.aborted) return false;
    executions.push(execution);
    const verdict = judge({
      symptom,
      script: candidate,
      executions,
      environment,
      installedFiles: await installedFiles(work, executions),
      parser: ports.parser,
      readOut: required(state.report.readOut, 'report'),
      repeats: state.options.repeats,
      control: null,
    });
    if (!waitsForControl(verdict) || verdict.byAnalogy !== isAnalogy) return false;
  }
  const place = isJudged(symptom) ? failingLine(executions[0]) : null;
  if (place) places.set(text, place);
  return true;
}

async function startMinimised(work: Work, parent: Attempt, script: Script, { text, runs }: Minimised): Promise<void> {
  const { session, ports } = work;
  const state = session.state();
  const kept: Script = { text, digest: ports.digestOf(text), provenance: [...carryProvenance(script, text)] };
  await ports.store.writeScript(state.id, kept);
  const reason = message('minimise.reason', { before: lineCount(script.text), after: lineCount(text), runs });
  const attempt: Attempt = {
    id: ports.ids.next('attempt'),
    number: nextAttemptNumber(state),
    parentId: parent.id,
    author: 'reprise',
    edit: { kind: 'minimised', reason },
    scriptDigest: kept.digest,
    phase: { kind: 'generating' },
    startedAt: ports.clock.now(),
    verdict: null,
  };
  await session.emit({ type: 'attempt/started', attempt });
}
