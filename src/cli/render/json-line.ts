import type { EventEnvelope } from '../../protocol/reproduction/events';
import type { ReproductionState } from '../../protocol/reproduction/state';
import { exceptionOf } from './words';

/**
 * One line of `--json`: the event's envelope, with the event's `type` beside it. The line of `reproduction/concluded` also
 * carries the whole answer: `outcome`, `symptom`, `observation`, `verdict`, `script`, `environment`, `attempts`,
 * `executions`, `calls`, `elapsedMs` (design, section 13).
 */
export function jsonLine(envelope: EventEnvelope, answer: Answer | null): string {
  return `${JSON.stringify({ type: envelope.event.type, ...envelope, ...answer })}\n`;
}

/** What a reproduction came to. Counts are of attempts, executions and model calls; `script` and paths are absolute. */
export interface Answer {
  readonly outcome: string;
  readonly symptom: unknown;
  /** What the deciding run showed: in one line, and the exception that ended it. */
  readonly observation: {
    readonly summary: string | null;
    readonly executionId: string | null;
    readonly exception: { readonly type: string; readonly message: string } | null;
    readonly end: unknown;
  } | null;
  readonly verdict: unknown;
  readonly script: string | null;
  readonly environment: {
    readonly python: string;
    readonly pythonVersion: string;
    readonly packages: readonly { readonly name: string; readonly version: string }[];
  } | null;
  readonly attempts: number;
  readonly executions: number;
  readonly calls: number;
  readonly elapsedMs: number;
}

export function answerOf(state: ReproductionState, script: string | null): Answer | null {
  const { conclusion, environment, symptoms } = state;
  if (conclusion === null) return null;
  const { verdict } = conclusion;
  const execution = state.executions
    .filter(
      ({ attemptId, purpose, result }) =>
        purpose !== 'control' && attemptId === (conclusion.attemptId ?? attemptId) && result?.record,
    )
    .at(-1);
  const { ready } = environment;
  return {
    outcome: conclusion.outcome,
    symptom: symptoms.find(({ id }) => id === verdict?.symptomId) ?? symptoms[0] ?? null,
    observation: execution?.result
      ? {
          summary: verdict?.observed ?? null,
          executionId: execution.id,
          exception: exceptionOf(execution.result.record),
          end: execution.result.end,
        }
      : null,
    verdict,
    script,
    environment: ready
      ? { python: ready.interpreter, pythonVersion: ready.pythonVersion, packages: ready.packages }
      : null,
    attempts: state.attempts.length,
    executions: state.executions.length,
    calls: state.calls,
    elapsedMs: conclusion.elapsedMs,
  };
}
