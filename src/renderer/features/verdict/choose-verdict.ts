import type { Attempt } from '../../../protocol/attempt';
import type { Execution } from '../../../protocol/execution';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import type { Symptom } from '../../../protocol/symptom';
import type { RecordLineOf } from '../../../protocol/record/record';
import type { Verdict } from '../../../protocol/verdict';

/** The verdict to show for an attempt: its own, else that of the conclusion that rests on it. */
export function chooseVerdict(state: ReproductionState, attempt: Attempt | null): Verdict | null {
  if (attempt?.verdict) return attempt.verdict;
  const { conclusion } = state;
  if (!conclusion?.verdict) return null;
  return attempt === null || conclusion.attemptId === attempt.id ? conclusion.verdict : null;
}

/** The symptom that a verdict speaks of, else the one that is surest. */
export function chooseSymptom(state: ReproductionState, verdict: Verdict | null): Symptom | null {
  const named = state.symptoms.find((symptom) => symptom.id === verdict?.symptomId);
  if (named) return named;
  return [...state.symptoms].sort((a, b) => b.confidence - a.confidence)[0] ?? null;
}

/** The exception that ended a run, from its record. */
export function exceptionOf(execution: Execution): RecordLineOf<'exception'> | null {
  const lines = execution.result?.record?.lines ?? [];
  for (const line of lines) if (line.type === 'exception') return line;
  return null;
}

/** What an attempt's last run showed, in one line, where there is no verdict yet. */
export function observedLine(state: ReproductionState, attempt: Attempt | null): string | null {
  const last = state.executions.findLast((execution) => execution.attemptId === attempt?.id && execution.result);
  const first = last && exceptionOf(last)?.chain[0];
  return first ? `${first.type}: ${first.message}` : null;
}
