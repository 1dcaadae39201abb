import { Worker } from 'node:worker_threads';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import type { Progress } from '../../core/ports/cancellation';
import type { IndexAnswer, IndexRequest } from './index-messages';

/** A file to index, with its size in bytes. */
export interface FileToIndex {
  readonly path: string;
  readonly size: number;
  readonly known: readonly string[];
}

/** Small at first, so that there is something to search soon; then larger, so that there are few segments. */
const FIRST_BATCH = 256 * 1024;
const LARGEST_BATCH = 6 * 1024 * 1024;
const MOST_IN_BATCH = 400;
/** Below so much text one worker is done before a second one has started. */
const WORTH_A_WORKER = 400 * 1024;
/** Enough for a batch of the largest files; more is a fault of ours, and ends the worker alone. */
const MEMORY_MB = 1024;

/** Cuts files into batches, in their order, each up to twice as large as the one before it. */
export function cutBatches(files: readonly FileToIndex[]): readonly (readonly FileToIndex[])[] {
  const batches: FileToIndex[][] = [];
  let limit = FIRST_BATCH;
  let batch: FileToIndex[] = [];
  let bytes = 0;
  for (const file of files) {
    if (batch.length > 0 && (bytes + file.size > limit || batch.length >= MOST_IN_BATCH)) {
      batches.push(batch);
      limit = Math.min(limit * 2, LARGEST_BATCH);
      batch = [];
      bytes = 0;
    }
    batch.push(file);
    bytes += file.size;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

/**
 * Indexes files in worker threads. `onBatch` gets each answer as it comes, in no set order; the next batch waits for nobody.
 * Errors: rejects with the signal's reason on cancellation, with `internal` where a worker ended by itself; all workers have
 * ended then.
 */
export async function indexFiles(options: {
  readonly workerFile: string;
  readonly wasmFolder: string;
  readonly project: string;
  readonly files: readonly FileToIndex[];
  readonly workers: number;
  readonly onBatch: (answer: IndexAnswer) => Promise<void>;
  readonly progress: Progress;
}): Promise<void> {
  const { signal } = options.progress;
  signal.throwIfAborted();
  const batches = [...cutBatches(options.files)];
  const bytes = options.files.reduce((sum, { size }) => sum + size, 0);
  const count = Math.max(1, Math.min(options.workers, batches.length, Math.ceil(bytes / WORTH_A_WORKER)));
  const started = Array.from(
    { length: count },
    () =>
      new Worker(options.workerFile, {
        workerData: { wasmFolder: options.wasmFolder },
        resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
        env: {},
      }),
  );
  let cancel = (): void => undefined;
  try {
    const cancelled = new Promise<never>((_, reject) => {
      cancel = () => {
        try {
          signal.throwIfAborted();
        } catch (reason) {
          reject(reason instanceof Error ? reason : new Error(String(reason)));
        }
      };
      signal.addEventListener('abort', cancel);
    });
    const served = Promise.all(started.map((worker) => serveFrom(worker, batches, options)));
    await Promise.race([served, cancelled]);
  } finally {
    signal.removeEventListener('abort', cancel);
    await Promise.all(started.map((worker) => worker.terminate()));
  }
}

/** Hands batches to one worker until none is left. */
function serveFrom(
  worker: Worker,
  batches: (readonly FileToIndex[])[],
  { project, onBatch, progress }: Parameters<typeof indexFiles>[0],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = (): void => {
      const batch = batches.shift();
      if (!batch || progress.signal.aborted) return resolve();
      const request: IndexRequest = { project, files: batch.map(({ path, known }) => ({ path, known })) };
      worker.postMessage(request);
    };
    const broken = (): void => reject(new RepriseError('internal', message('context.indexCrashed'), {}));
    worker.on('error', broken);
    worker.on('exit', broken);
    worker.on('message', (answer: IndexAnswer) => void onBatch(answer).then(next, reject));
    next();
  });
}
