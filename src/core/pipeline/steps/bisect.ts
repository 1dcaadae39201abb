import type { Attempt, Job } from '../../../protocol/attempt';
import type { Bisection, BisectAnswer, BisectProbe, BisectResult } from '../../../protocol/bisection';
import { message } from '../../../protocol/catalogue/catalogue';
import { describeBisection } from '../../../protocol/describe-bisection';
import type { ReproductionState } from '../../../protocol/reproduction/state';

import { planReleases, type PlannedReleases, type PlannedSearch } from '../../bisect/plan-releases';
import { runsWanted } from '../../bisect/runs-wanted';
import { searchBorder, type FoundBorder, type ProbePurpose } from '../../bisect/search-border';
import type { PublishedRelease } from '../../../protocol/environment';
import { normaliseName } from '../../../protocol/requirement';
import { required, type Work } from '../work';
import { probeRelease } from './probe-release';

/**
 * Searches the release of a distribution that the fault of a judged attempt came with, as a job. Each answer is kept as an event, so that a stop loses
 * nothing: the job goes on where it was. Errors: rejects when the signal aborts.
 */
export async function bisect(work: Work, job: Job): Promise<void> {
  const { session } = work;
  const planned = await planFor(work, job);
  const result = planned.kind === 'impossible' ? planned : await search(work, job, planned);
  await session.emit({ type: 'bisect/found', jobId: job.id, result });
  const known = bisectionOf(session.state(), job.id);
  const summary = describeBisection(known).join(' ');
  const outcome = result.kind === 'found' ? 'done' : result.kind === 'noGood' ? 'nothingToDo' : 'failed';
  await session.emit({ type: 'job/finished', jobId: job.id, summary, result: outcome });
}

function bisectionOf({ jobs }: ReproductionState, jobId: string): Bisection {
  return required(jobs.find(({ id }) => id === jobId)?.bisection, 'jobs');
}

/** The releases of an earlier start are taken again, so that what came out since changes nothing half-way. */
async function planFor(work: Work, job: Job): Promise<PlannedReleases> {
  const { session, ports, progress } = work;
  const { wish, plan } = required(job.bisection, 'jobs');
  const ready = required(session.state().environment.ready, 'environment');
  let published: readonly PublishedRelease[];
  if (plan) {
    published = plan.releases.map((release) => ({
      ...release,
      yanked: false,
      prerelease: false,
      pythons: [plan.python],
    }));
  } else {
    const note = message('bisect.reading', { name: wish.package });
    await session.emit({ type: 'job/progressed', jobId: job.id, progress: 0, note });
    const answer = await ports.environments.published(normaliseName(wish.package), progress);
    progress.signal.throwIfAborted();
    if (answer.kind === 'failed') return { kind: 'impossible', reason: answer.failure.message };
    published = answer.releases;
  }
  const isAsked = ({ name }: { readonly name: string }): boolean => normaliseName(name) === normaliseName(wish.package);
  const planned = planReleases({
    published,
    wish,
    installed: ready.packages.find(isAsked)?.version ?? null,
    present: ready.pythonVersion.split('.').slice(0, 2).join('.'),
  });
  if (planned.kind === 'planned' && !plan) {
    await session.emit({ type: 'bisect/planned', jobId: job.id, plan: planned.plan });
  }
  return planned;
}

async function search(work: Work, job: Job, planned: PlannedSearch): Promise<BisectResult> {
  const { session, ports } = work;
  const { wish } = required(job.bisection, 'jobs');
  const { releases, python } = planned.plan;
  const state = session.state();
  const attempt = required(
    state.attempts.find(({ id }) => id === job.attemptId),
    'attempts',
  );
  const script = await ports.store.readScript(state.id, attempt.scriptDigest);
  const runs = runsFor(attempt);
  const expected = 2 * Math.ceil(Math.log2(releases.length + 1)) + 4;
  let asked = 0;

  const probe = async (index: number, purpose: ProbePurpose): Promise<BisectAnswer> => {
    const release = required(releases[index], 'jobs');
    const known = knownProbe(session.state(), job, release.version);
    const isSettled = known !== null && (purpose !== 'confirm' || known.answer === 'untestable' || known.runs > runs);
    asked += 1;
    if (known && isSettled) {
      if (!bisectionOf(session.state(), job.id).probes.includes(known)) await tell(known);
      return known.answer;
    }
    const note = message('bisect.probing', { name: wish.package, version: release.version, left: releases.length });
    await session.emit({ type: 'job/progressed', jobId: job.id, progress: Math.min(0.99, asked / expected), note });
    const probed = await probeRelease(work, {
      attempt,
      script,
      name: normaliseName(wish.package),
      release,
      python,
      runs: purpose === 'confirm' ? 1 : runs,
    });
    const joined = known ? joinProbes(known, probed) : probed;
    await tell(joined);
    return joined.answer;
  };
  const tell = (told: BisectProbe): Promise<void> =>
    session.emit({ type: 'bisect/probed', jobId: job.id, probe: told });

  const found = await searchBorder({ ...planned, probe, width: wish.jobs });
  return resultOf(found, planned);
}

/** How often the fault showed where it is known to be decides how often it must not show elsewhere. */
function runsFor({ verdict }: Attempt): number {
  const repeats = verdict?.repeats ?? [];
  return runsWanted(repeats.filter(({ shown }) => shown).length, repeats.length);
}

/** What this or an earlier bisection of the same bytes, symptom and interpreter has seen of a release. */
function knownProbe(state: ReproductionState, job: Job, version: string): BisectProbe | null {
  const own = bisectionOf(state, job.id);
  const digestOf = (attemptId: string): string | undefined =>
    state.attempts.find(({ id }) => id === attemptId)?.scriptDigest;
  const same = state.jobs.filter(
    ({ bisection, attemptId }) =>
      bisection !== undefined &&
      normaliseName(bisection.wish.package) === normaliseName(own.wish.package) &&
      bisection.plan?.python === own.plan?.python &&
      digestOf(attemptId) === digestOf(job.attemptId),
  );
  const probes = [own, ...same.reverse().flatMap(({ bisection }) => bisection ?? [])].flatMap((one) => one.probes);
  const matching = probes.filter((probe) => probe.version === version);
  // What an installation failed on once may be had the next time.
  return matching.find((probe) => own.probes.includes(probe) || probe.answer !== 'untestable') ?? null;
}

/** A release that showed it once has it. One that cannot be run once more keeps its answer. */
function joinProbes(before: BisectProbe, after: BisectProbe): BisectProbe {
  if (after.answer === 'untestable') return { ...before, runs: before.runs + 1 };
  const showing = before.showing + after.showing;
  const told = after.showing > 0 || before.showing === 0 ? after : before;
  return {
    ...told,
    answer: showing > 0 ? 'shows' : 'clean',
    runs: before.runs + after.runs,
    showing,
    durationMs: before.durationMs + after.durationMs,
  };
}

function resultOf(found: FoundBorder, { plan: { releases }, change }: PlannedSearch): BisectResult {
  const version = (index: number): string => required(releases[index], 'jobs').version;
  switch (found.kind) {
    case 'found': {
      const between = releases.slice(found.older + 1, found.newer).map((release) => release.version);
      return { kind: 'found', change, older: version(found.older), newer: version(found.newer), between };
    }
    case 'noGood':
      return { kind: 'noGood', oldest: version(found.oldest) };
    case 'contradicted':
      return { kind: 'contradicted', version: version(found.index), said: found.said, answer: found.answer };
  }
}
