import type { PipelinePorts, Session } from '../core/pipeline/session';
import { message } from '../protocol/catalogue/catalogue';
import { isRepriseError } from '../protocol/errors';
import type { ReproductionState } from '../protocol/reproduction/state';
import type { LogEntry, Pipeline } from './host-options';
import { isCancellation } from './to-error-frame';

/** A pipeline that is under way. */
export interface RunningPipeline {
  /** Ends what runs, and marks the reproduction as paused where `mark` says so. Resolves when all of it has ended. */
  stop(options: { readonly mark: boolean }): Promise<void>;
  readonly ended: Promise<void>;
}

/**
 * Starts the pipeline on a session. Whatever comes of it ends in events: a stop leaves the reproduction paused, and a
 * fault of ours concludes it as `failed`. `onLost` is told where not even that could be written.
 */
export function runPipeline(options: {
  readonly session: Session;
  readonly ports: PipelinePorts;
  readonly pipeline: Pipeline;
  readonly log: (entry: LogEntry) => void;
  readonly onLost: (reason: string) => void;
}): RunningPipeline {
  const { session, ports, pipeline, log, onLost } = options;
  const control = new AbortController();
  let mark = true;

  async function drive(): Promise<void> {
    try {
      await pipeline({ session, ports, progress: { signal: control.signal, report: () => undefined } });
    } catch (error) {
      if (control.signal.aborted && isEnd(error, control.signal)) return;
      log({ where: `pipeline of ${session.state().id}`, error });
      if (isRepriseError(error, 'unwritable')) return onLost(error.message);
      await session.emit({ type: 'reproduction/concluded', conclusion: failure(session.state(), ports) });
    }
  }

  async function run(): Promise<void> {
    try {
      await drive();
      if (control.signal.aborted && mark) await pause(session);
    } catch (error) {
      log({ where: `end of the pipeline of ${session.state().id}`, error });
      onLost(isRepriseError(error, 'unwritable') ? error.message : message('errors.internal'));
    }
  }

  const ended = run();
  return {
    ended,
    stop: async (how) => {
      mark = how.mark;
      control.abort();
      await ended;
    },
  };
}

/** Marks as paused what is neither concluded nor paused already. */
export async function pause(session: Session): Promise<void> {
  const { phase, paused } = session.state();
  if (phase !== 'concluded' && phase !== 'draft' && !paused) await session.emit({ type: 'reproduction/paused' });
}

function isEnd(error: unknown, signal: AbortSignal): boolean {
  return error === signal.reason || isCancellation(error);
}

function failure(state: ReproductionState, { clock }: Pick<PipelinePorts, 'clock'>) {
  const concludedAt = clock.now();
  return {
    outcome: 'failed' as const,
    message: message('errors.failedRun'),
    attemptId: null,
    verdict: null,
    missing: [],
    elapsedMs: Math.max(0, Date.parse(concludedAt) - Date.parse(state.createdAt)),
    concludedAt,
  };
}
