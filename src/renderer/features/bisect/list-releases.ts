import type { Job } from '../../../protocol/attempt';
import type { BisectProbe, Bisection } from '../../../protocol/bisection';
import { isRunning } from '../../../protocol/reproduction/next-act';
import type { ReproductionState } from '../../../protocol/reproduction/state';

/** A release that was tried, with its day. */
export interface TriedRelease {
  readonly probe: BisectProbe;
  readonly day: string | null;
  /** It lies at the border that was found. */
  readonly isBorder: boolean;
}

/** Whether a search can be asked for. Whether the fault can be told in another release is the host's to say. */
export function mayBisect(state: ReproductionState): boolean {
  return state.conclusion !== null && state.environment.ready !== null && !isRunning(state);
}

/** The bisection to show: the one that was asked for last. Null: none was. */
export function lastBisection({
  jobs,
}: Pick<ReproductionState, 'jobs'>): { readonly job: Job; readonly bisection: Bisection } | null {
  const job = jobs.filter(({ kind }) => kind === 'bisect').at(-1);
  return job?.bisection ? { job, bisection: job.bisection } : null;
}

/** What was tried, in the order of the releases. */
export function triedReleases({ plan, probes, result }: Bisection): readonly TriedRelease[] {
  const releases = plan?.releases ?? [];
  const border = result?.kind === 'found' ? [result.older, result.newer] : [];
  return releases.flatMap(({ version, day }) => {
    const probe = probes.find((one) => one.version === version);
    return probe ? [{ probe, day, isBorder: border.includes(version) }] : [];
  });
}
