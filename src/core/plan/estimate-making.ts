import type { EnvironmentSummary, MakingTime } from '../../protocol/environment';

/** Of smaller ones the time says nothing of what many bytes take. */
const TELLING_BYTES = 100_000_000;
/** On disk, of a usual line, where nothing was measured here yet. */
const ASSUMED_BYTES_A_SECOND = 10_000_000;

/** How long a new environment takes: its bytes on disk at the rate, the middle one, at which those that are here were made. */
export function estimateMaking(bytes: number, environments: readonly EnvironmentSummary[]): MakingTime {
  const rates = environments
    .flatMap(({ ours, bytes: size = 0, madeInSeconds = 0 }) =>
      ours && size >= TELLING_BYTES && madeInSeconds > 0 ? [size / madeInSeconds] : [],
    )
    .sort((a, b) => a - b);
  const bytesASecond = rates[Math.floor((rates.length - 1) / 2)] ?? ASSUMED_BYTES_A_SECOND;
  return { seconds: Math.ceil(bytes / bytesASecond), bytesASecond: Math.round(bytesASecond), measured: rates.length };
}
