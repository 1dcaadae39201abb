import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import type { Progress } from '../ports/cancellation';
import { nextStep } from './next-step';
import { performStep } from './perform-step';
import type { PipelinePorts, Session } from './session';
import { conclude } from './steps/conclude';
import type { Work } from './work';

/** Refusals that leave nothing to conclude with: the log itself cannot be written. */
function isBeyondRecording(error: unknown): boolean {
  return error instanceof RepriseError && (error.code === 'unwritable' || error.code === 'locked');
}

async function concludeFailed(work: Work, error: unknown): Promise<void> {
  const text =
    error instanceof RepriseError && error.code !== 'internal'
      ? error.message
      : message('attempt.failed', { detail: error instanceof Error ? error.message : String(error) });
  await conclude(work, { outcome: 'failed', message: text, attemptId: null, verdict: null, missing: [] });
}

/**
 * Drives a reproduction from whatever state it is in until it is concluded or paused. Waits for a person's answers
 * inside. One call at a time for a reproduction.
 * Errors: rejects when the signal aborts, with no conclusion written and any run recorded as `stopped`; rejects where
 * the log cannot be written. Every other fault concludes the reproduction as `failed`.
 */
export async function continueReproduction(options: {
  readonly session: Session;
  readonly ports: PipelinePorts;
  readonly progress: Progress;
}): Promise<void> {
  const { session, ports, progress } = options;
  const { signal } = progress;
  const earlierMs = session.state().executions.reduce((sum, { result }) => sum + (result?.durationMs ?? 0), 0);
  const startedAt = ports.clock.elapsed();
  let waitedMs = 0;
  const untilPerson: Work['untilPerson'] = async (predicate) => {
    const from = ports.clock.elapsed();
    try {
      return await session.until(predicate, signal);
    } finally {
      waitedMs += ports.clock.elapsed() - from;
    }
  };
  const work: Work = {
    session,
    ports,
    progress,
    elapsedMs: () => Math.max(0, earlierMs + ports.clock.elapsed() - startedAt - waitedMs),
    untilPerson,
    proposals: new Map(),
  };
  try {
    for (;;) {
      signal.throwIfAborted();
      const step = nextStep(session.state());
      if (step.kind === 'rest') return;
      if (step.kind === 'awaitPerson') {
        await untilPerson((state) => nextStep(state).kind !== 'awaitPerson');
        continue;
      }
      await performStep(work, step);
    }
  } catch (error) {
    if (signal.aborted || isBeyondRecording(error)) throw error;
    await concludeFailed(work, error);
  }
}
