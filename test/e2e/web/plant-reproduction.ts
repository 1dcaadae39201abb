import { createRunStore } from '../../../src/node/store/create-run-store';
import { digestOf } from '../../../src/node/system/digest';
import { createTerminals } from '../../../src/node/terminal/create-terminals';
import type { Bisection } from '../../../src/protocol/bisection';
import { describeBisection } from '../../../src/protocol/describe-bisection';
import type { ProcessEnd } from '../../../src/protocol/execution';
import type { RecordLine } from '../../../src/protocol/record/record';
import { EVENT_VERSION, type ReproductionEvent } from '../../../src/protocol/reproduction/events';
import { defaultOptions } from '../../../src/protocol/reproduction/options';
import type { OtherSymptom, Spread, Verdict } from '../../../src/protocol/verdict';

/** One run that a stored reproduction is to have. */
export interface PlantedRun {
  readonly output: () => Iterable<Buffer>;
  readonly end: ProcessEnd;
  readonly lines: readonly RecordLine[];
  /** Milliseconds since the start with bytes. */
  readonly memory?: readonly (readonly [number, number])[];
}

/** What a stored reproduction is to have. */
interface Planted {
  readonly title: string;
  readonly runs: readonly PlantedRun[];
  readonly spread: Spread | null;
  readonly others?: readonly OtherSymptom[];
  /** A search for the release that it came with, which has ended. */
  readonly releases?: Bisection | null;
}

/** Stores a concluded reproduction as an earlier start of the program would have left it: its events, its script, the logs of its runs. */
export async function plantReproduction(
  dataFolder: string,
  { title, runs, spread, others = [], releases = null }: Planted,
): Promise<void> {
  const [reproductionId, attemptId] = ['planted', 'attempt-1'];
  const at = '2026-01-01T00:00:00.000Z';
  const store = createRunStore({ dataFolder });
  const terminals = createTerminals({ dataFolder });
  const text = 'print("planted")\n';
  const script = { text, digest: digestOf(text), provenance: [] };
  const verdict: Verdict = {
    ...{ outcome: 'inconclusive', symptomId: null, rules: [], repeats: [], byAnalogy: false },
    ...{ nearMiss: null, missing: [], observed: null, ...(spread === null ? {} : { spread }), others: [...others] },
  };
  const executions = runs.map((_, index) => ({ id: `execution-${index + 1}`, terminalId: `terminal-${index + 1}` }));
  const events: ReproductionEvent[] = [
    {
      type: 'reproduction/created',
      title,
      options: defaultOptions,
      report: { digest: digestOf('# Planted'), name: 'report.md' },
    },
    { type: 'reproduction/phaseEntered', phase: 'attempting' },
    {
      type: 'attempt/started',
      attempt: {
        ...{ id: attemptId, number: 1, parentId: null, author: 'report' as const, scriptDigest: script.digest },
        ...{ edit: { kind: 'asReported' as const, reason: 'As it stands.' }, startedAt: at, verdict: null },
        phase: { kind: 'generating' },
      },
    },
    ...runs.flatMap(({ end, lines, memory }, index): ReproductionEvent[] => [
      {
        type: 'execution/started',
        execution: {
          ...{ id: '', terminalId: '', ...executions[index], attemptId, purpose: 'search' as const },
          ...{ mode: 'recorded' as const, cold: true, seed: null, scriptDigest: script.digest, startedAt: at },
          result: null,
        },
      },
      {
        type: 'execution/finished',
        executionId: executions[index]?.id ?? '',
        result: {
          ...{ end, durationMs: 1000, stdout: { bytes: 1, tail: '' }, stderr: { bytes: 0, tail: '' } },
          record: { lines: [...lines], dropped: 0 },
          sandbox: { level: 'bubblewrap', network: 'none', reason: null },
          limits: { by: 'cgroup', reason: null },
          ...(memory === undefined ? {} : { memory: memory.map(([ms, bytes]) => [ms, bytes]) }),
        },
      },
    ]),
    { type: 'verdict/reached', attemptId, verdict },
    { type: 'attempt/phaseEntered', attemptId, phase: { kind: 'finished', summary: 'Planted.' } },
    ...searchOf(releases, attemptId),
    {
      type: 'reproduction/concluded',
      conclusion: {
        ...{ outcome: 'inconclusive', message: 'Planted.', attemptId, verdict, missing: [], elapsedMs: 1 },
        concludedAt: at,
      },
    },
  ];
  await store.create(reproductionId);
  await store.writeReport(reproductionId, '# Planted');
  await store.writeScript(reproductionId, script);
  for (const [index, event] of events.entries()) {
    await store.append({ v: EVENT_VERSION, reproductionId, seq: index + 1, at, event });
  }
  for (const [index, { output }] of runs.entries()) {
    const terminalId = executions[index]?.terminalId ?? '';
    const writer = await terminals.open({ terminalId, reproductionId, title: 'Output', control: null });
    for (const bytes of output()) await writer.write(bytes);
    await writer.close();
  }
}

function searchOf(releases: Bisection | null, attemptId: string): ReproductionEvent[] {
  if (!releases?.plan || !releases.result) return [];
  const jobId = 'job-1';
  const bisection = { wish: releases.wish, plan: null, probes: [], result: null };
  const status = { kind: 'running' as const, progress: 0, note: '' };
  return [
    { type: 'job/started', job: { id: jobId, kind: 'bisect', attemptId, status, bisection } },
    { type: 'bisect/planned', jobId, plan: releases.plan },
    ...releases.probes.map((probe): ReproductionEvent => ({ type: 'bisect/probed', jobId, probe })),
    { type: 'bisect/found', jobId, result: releases.result },
    { type: 'job/finished', jobId, summary: describeBisection(releases).join(' '), result: 'done' },
  ];
}
