import { Worker } from 'node:worker_threads';
import type { Progress } from '../../core/ports/cancellation';
import type { ReportReader } from '../../core/ports/report-reader';
import type { ReadReport, ReportText } from '../../core/report/read-report';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';

interface ReportReaderOptions {
  /** The built worker, `report-worker.cjs`. */
  readonly workerFile: string;
  /** The worker ends after so long without work. Default: half a minute. */
  readonly idleMs?: number;
}

interface Job {
  readonly report: ReportText;
  readonly progress: Progress;
  resolve(result: ReadReport): void;
  reject(error: unknown): void;
}

/** A report of 1 MB takes some 100 MB; one that takes more has found a fault of ours, and ends the worker alone. */
const MEMORY_MB = 1024;

/**
 * Reads reports in one worker thread, one after the other. It starts with the first report and ends when idle; cancelling ends it.
 * Errors: rejects with the signal's reason on cancellation, with `internal` where the worker ended by itself.
 */
export function createReportReader({ workerFile, idleMs = 30_000 }: ReportReaderOptions): ReportReader & {
  close(): Promise<void>;
} {
  const queue: Job[] = [];
  let worker: Worker | null = null;
  let current: Job | null = null;
  let idle: NodeJS.Timeout | null = null;
  let closed = false;

  return {
    read: (report, progress) =>
      new Promise((resolve, reject) => {
        progress.signal.throwIfAborted();
        if (closed) throw crashed();
        const cancel = (): void => cancelJob(job);
        const job: Job = {
          report,
          progress,
          resolve: (result) => {
            progress.signal.removeEventListener('abort', cancel);
            resolve(result);
          },
          reject: (error) => {
            progress.signal.removeEventListener('abort', cancel);
            reject(error instanceof Error ? error : new Error(String(error)));
          },
        };
        progress.signal.addEventListener('abort', cancel);
        queue.push(job);
        next();
      }),
    close: async () => {
      closed = true;
      for (const job of queue.splice(0)) job.reject(crashed());
      current?.reject(crashed());
      current = null;
      await end();
    },
  };

  function next(): void {
    if (current || closed) return;
    const job = queue.shift();
    if (!job) return rest();
    if (idle) clearTimeout(idle);
    idle = null;
    current = job;
    worker ??= start();
    worker.ref();
    worker.postMessage(job.report);
  }

  function start(): Worker {
    const started = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB }, env: {} });
    const over = (): void => {
      if (worker !== started) return;
      worker = null;
      settle((job) => job.reject(crashed()));
    };
    started.on('message', (result: ReadReport) => {
      if (worker === started) settle((job) => job.resolve(result));
    });
    started.on('error', over);
    started.on('exit', over);
    return started;
  }

  function settle(how: (job: Job) => void): void {
    const job = current;
    current = null;
    if (job) how(job);
    next();
  }

  function cancelJob(job: Job): void {
    const at = queue.indexOf(job);
    if (at >= 0) queue.splice(at, 1);
    else if (current === job) {
      current = null;
      void end().catch(() => undefined);
    }
    try {
      job.progress.signal.throwIfAborted();
    } catch (reason) {
      job.reject(reason);
    }
    next();
  }

  function rest(): void {
    worker?.unref();
    if (!worker || idle) return;
    idle = setTimeout(() => void end().catch(() => undefined), idleMs);
    idle.unref();
  }

  async function end(): Promise<void> {
    if (idle) clearTimeout(idle);
    idle = null;
    const ending = worker;
    worker = null;
    await ending?.terminate();
  }
}

function crashed(): RepriseError {
  return new RepriseError('internal', message('report.readerCrashed'), {});
}
