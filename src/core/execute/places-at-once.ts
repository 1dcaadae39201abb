import type { Execution } from '../../protocol/execution';
import type { Symptom } from '../../protocol/symptom';

/** What the machine has to spare now. */
export interface Capacity {
  readonly memoryBytes: number;
  readonly processors: number;
}

/** Share of the free memory that repeats may take together. */
const MEMORY_SHARE = 0.7;
/** What a run takes beside what its own process was measured to take: workers, buffers, the sandbox. */
const SPARE_SHARE = 1.3;
const SPARE_BYTES = 64 * 1024 * 1024;

/**
 * How many runs of one script may go on at once, by what the runs so far took at most. One at a time where time itself is the
 * symptom, where a card is used, and where no run has told its memory.
 */
export function placesAtOnce(symptom: Symptom, runs: readonly Execution[], capacity: Capacity | null): number {
  if (capacity === null || symptom.kind === 'slow' || symptom.kind === 'hang') return 1;
  const ends = runs.flatMap(({ result }) => result?.record?.lines ?? []).filter((line) => line.type === 'finished');
  const peaks = ends.flatMap(({ peakHostBytes }) => (peakHostBytes === null ? [] : [peakHostBytes]));
  if (peaks.length === 0 || ends.some(({ peakGpuBytes }) => (peakGpuBytes ?? 0) > 0)) return 1;
  const wanted = Math.max(...peaks) * SPARE_SHARE + SPARE_BYTES;
  return Math.max(1, Math.min(capacity.processors, Math.floor((capacity.memoryBytes * MEMORY_SHARE) / wanted)));
}
