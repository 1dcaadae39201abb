import type { PipelinePorts } from '../core/pipeline/session';
import { followSteering } from '../core/steer/follow-steering';
import type { RunStore } from '../core/ports/run-store';
import type { SummaryIndex } from '../core/ports/summary-index';
import { message } from '../protocol/catalogue/catalogue';
import { summarize } from '../protocol/reproduction/reduce';
import type { Conclusion, ReproductionState, ReproductionSummary } from '../protocol/reproduction/state';
import type { LogEntry, Pipeline } from './host-options';
import { wrongState } from './refusals';
import { createReproductionSession, type ReproductionSession } from './reproduction-session';
import { pause, runPipeline, type RunningPipeline } from './run-pipeline';

/** A reproduction in memory with at most one pipeline on it. */
export interface OpenReproduction {
  readonly id: string;
  readonly session: ReproductionSession;
  summary(): ReproductionSummary;
  isRunning(): boolean;
  /** Starts, takes up again what has concluded or was paused, or lets the running pipeline look again. */
  goOn(reason: string): Promise<void>;
  /** Ends what runs and pauses. */
  stop(): Promise<void>;
  /** Ends what runs and concludes as cancelled. */
  cancel(): Promise<void>;
  /** Refuses further work. Errors: rejects with `wrongState` while it runs. */
  endForGood(): Promise<void>;
  /** Runs commands of people one after the other. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Keeps it open while `work` runs. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  /** Keeps it open until the returned function is called. */
  retain(): () => void;
  isIdle(): boolean;
  hasTerminal(terminalId: string): boolean;
  writeSummary(): Promise<void>;
  /** Ends what runs and waits for the disk. */
  close(): Promise<void>;
}

export function createOpenReproduction(options: {
  readonly initial: ReproductionState;
  readonly ports: PipelinePorts;
  readonly store: Pick<RunStore, 'append'>;
  readonly summaries: SummaryIndex;
  readonly pipeline: Pipeline;
  readonly log: (entry: LogEntry) => void;
  readonly onSummary: (summary: ReproductionSummary) => void;
  /** Nobody needs it now. */
  readonly onIdle: () => void;
}): OpenReproduction {
  const { ports, summaries, log } = options;
  const session = createReproductionSession({ initial: options.initial, store: options.store, clock: ports.clock });
  const id = options.initial.id;
  let running: RunningPipeline | null = null;
  /** Something happened that the running pipeline may have looked past. */
  let lookAgain = false;
  let lost: string | null = null;
  let holders = 0;
  let commands: Promise<unknown> = Promise.resolve();
  let writing: Promise<void> = Promise.resolve();
  let shown = JSON.stringify(summary());

  function summary(): ReproductionSummary {
    return { ...summarize(session.state()), damaged: lost };
  }

  function writeSummary(): Promise<void> {
    writing = writing.then(() => (session.state().seq > 0 ? summaries.write(summarize(session.state())) : undefined));
    return writing;
  }

  function tellIfChanged(): void {
    const now = summary();
    const text = JSON.stringify(now);
    if (text === shown) return;
    shown = text;
    void writeSummary();
    options.onSummary(now);
  }

  session.listen(tellIfChanged);

  function ensureRunning(): void {
    if (running) {
      lookAgain = true;
      return;
    }
    lookAgain = false;
    lost = null;
    tellIfChanged();
    const started = runPipeline({
      session,
      ports,
      pipeline: options.pipeline,
      log,
      onLost: (reason) => {
        lost = message('errors.diskEnded', { reason });
        tellIfChanged();
      },
    });
    running = started;
    void started.ended.then(async () => {
      running = null;
      await writeSummary();
      if (lookAgain && !session.state().paused && lost === null) ensureRunning();
      else idle();
    });
  }

  async function halt(mark: boolean): Promise<void> {
    lookAgain = false;
    await running?.stop({ mark });
    lookAgain = false;
  }

  function exclusively<T>(work: () => Promise<T>): Promise<T> {
    const next = commands.then(work);
    commands = next.catch(() => undefined);
    return next;
  }

  function isIdle(): boolean {
    return holders === 0 && running === null;
  }

  function idle(): void {
    if (isIdle()) options.onIdle();
  }

  function retain(): () => void {
    let released = false;
    holders += 1;
    return () => {
      if (released) return;
      released = true;
      holders -= 1;
      idle();
    };
  }

  return {
    id,
    session,
    summary,
    isRunning: () => running !== null,
    goOn: async (reason) => {
      if (!running) for (const event of followSteering(session.state(), ports.ids)) await session.emit(event);
      const { phase, paused } = session.state();
      if (phase === 'concluded') await session.emit({ type: 'reproduction/reopened', reason });
      else if (paused) await session.emit({ type: 'reproduction/resumed' });
      ensureRunning();
    },
    stop: async () => {
      await halt(true);
      await pause(session);
    },
    cancel: async () => {
      await halt(false);
      if (session.state().phase === 'concluded') return;
      await session.emit({ type: 'reproduction/concluded', conclusion: cancelled(session.state(), ports) });
    },
    endForGood: () =>
      exclusively(async () => {
        if (running) throw wrongState(session.state().phase, 'errors.running');
        await session.close();
        await writing;
      }),
    exclusively,
    hold: async (work) => {
      const release = retain();
      try {
        return await work();
      } finally {
        release();
      }
    },
    retain,
    isIdle,
    hasTerminal: (terminalId) => {
      const { environment, executions } = session.state();
      return environment.terminalId === terminalId || executions.some((one) => one.terminalId === terminalId);
    },
    writeSummary,
    close: async () => {
      await halt(true);
      await session.close();
      await writeSummary();
    },
  };
}

function cancelled(state: ReproductionState, { clock }: Pick<PipelinePorts, 'clock'>): Conclusion {
  const concludedAt = clock.now();
  return {
    outcome: 'cancelled',
    message: message('errors.cancelledRun'),
    attemptId: null,
    verdict: null,
    missing: [],
    elapsedMs: Math.max(0, Date.parse(concludedAt) - Date.parse(state.createdAt)),
    concludedAt,
  };
}
