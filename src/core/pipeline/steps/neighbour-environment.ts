import { message } from '../../../protocol/catalogue/catalogue';
import type { EnvironmentResolution, Package, ReadyEnvironment, ResolutionRow } from '../../../protocol/environment';
import { formatBytes } from '../../../protocol/format-bytes';
import type { Neighbour } from '../../control/neighbours';
import { mayBeWeaker } from '../../execute/may-be-weaker';
import { wantedPackages } from '../wanted-packages';
import { required, type Work } from '../work';

type Had =
  | { readonly kind: 'ready'; readonly environment: ReadyEnvironment }
  /** `reason`: a sentence for people. */
  | { readonly kind: 'none'; readonly reason: string };

/**
 * Makes or finds the environment of the reproduction with one distribution in another release. Nothing large or unknown is fetched that
 * was not allowed by name, and nothing at all where the user gave the environment. The interpreter is another one only where that release
 * has no packages for it.
 */
export async function neighbourEnvironment(work: Work, neighbour: Neighbour, how?: NeighbourWish): Promise<Had> {
  if (how) return haveWith(work, neighbour, how);
  const ready = required(work.session.state().environment.ready, 'environment');
  const series = ready.pythonVersion.split('.').slice(0, 2).join('.');
  const same = await haveWith(work, neighbour, { python: series });
  return same.kind === 'ready' || !same.otherPython ? same : haveWith(work, neighbour, { python: null });
}

/** How a person wants it, who named the distribution. */
interface NeighbourWish {
  /** Series of the interpreter; null: any. */
  readonly python: string | null;
  /** All else as of the release's own day, in place of what is installed. */
  readonly dated?: boolean;
}

async function haveWith(
  work: Work,
  asked: Neighbour,
  { python, dated }: NeighbourWish,
): Promise<Had & { readonly otherPython?: boolean }> {
  const { session, ports, progress } = work;
  const { id, options, environment } = session.state();
  const ready = required(environment.ready, 'environment');
  const built = (wanted: string) => nameOfBuild(wanted, environment.resolution);
  const neighbour = { ...asked, name: built(asked.name) };
  const { name, version, day } = neighbour;
  const { asOf = null, unknown = [] } = environment.resolution ?? {};
  // Unknown names of the present environment were approved with it.
  const isNamed = dated !== undefined;
  const allowPackages = [...options.allowPackages, ...unknown, ...(isNamed ? [name] : [])];
  const rows = (await wantedPackages(work)).map((row) => ({ ...row, name: built(row.name) }));
  const resolved = await ports.environments.resolve(
    {
      environment: null,
      python,
      statedPython: null,
      packages: pinned(rows, neighbour, dated ? [] : ready.packages),
      // What came out later would not be found as of the day.
      asOf: dated ? day : asOf !== null && day !== null && day <= asOf ? asOf : null,
      allowPackages,
      ...(options.leaveOut === undefined ? {} : { leaveOut: options.leaveOut }),
      project: null,
    },
    progress,
  );
  if (resolved.kind === 'failed') return { kind: 'none', reason: resolved.failure.message, otherPython: true };
  const { resolution } = resolved;
  const row = resolution.rows.find((item) => item.name === name);
  if (resolution.existing === null && row?.specifier !== neighbour.specifier) {
    return { kind: 'none', reason: message('control.neighbourNoRelease', { name, version }), otherPython: true };
  }
  const refused = refusal(resolution, neighbour, ready, {
    environment: isNamed ? null : options.environment,
    // Who names a distribution has not agreed to its size.
    allowPackages: isNamed ? [...options.allowPackages, ...unknown] : allowPackages,
    allowNames: allowPackages,
  });
  if (refused !== null) return { kind: 'none', reason: refused };
  const prepared = await ports.environments.prepare(
    {
      resolution,
      terminalId: ports.ids.next('terminal'),
      reproductionId: id,
      allowPackages,
      allowWeakerSandbox: mayBeWeaker(session.state(), null),
    },
    progress,
  );
  progress.signal.throwIfAborted();
  if (prepared.kind === 'failed') {
    const otherPython = ['noVersion', 'noWheel', 'conflict', 'otherPython', 'sourceOnly', 'buildFailed'].includes(
      prepared.failure.kind,
    );
    return { kind: 'none', reason: prepared.failure.message, otherPython };
  }
  const got = prepared.environment.packages.find((item) => item.name === name)?.version ?? '';
  return `${got}.`.startsWith(`${version}.`)
    ? { kind: 'ready', environment: prepared.environment }
    : { kind: 'none', reason: message('control.neighbourNoRelease', { name, version }) };
}

/** The build for machines without a card, where the present environment has that in the place of what is wanted. */
function nameOfBuild(name: string, resolution: EnvironmentResolution | null): string {
  return resolution?.rows.find(({ insteadOf }) => insteadOf?.name === name)?.name ?? name;
}

/** The packages that the script needs as they are installed, and the one in the other release. */
function pinned(
  rows: readonly ResolutionRow[],
  { name, specifier, reason }: Neighbour,
  installed: readonly Package[],
): readonly ResolutionRow[] {
  const others = rows
    .filter((row) => row.name !== name)
    .map((row): ResolutionRow => {
      const version = installed.find((item) => item.name === row.name)?.version.replace(/\+.*$/, '');
      return version === undefined
        ? row
        : { name: row.name, specifier: `==${version}`, step: 'given', reason: row.reason };
    });
  return [{ name, specifier, step: 'given', reason }, ...others];
}

/** Why this may not be made unasked, or null. What the present environment of ours holds in the same release is not fetched again. */
function refusal(
  { existing, heavy, unknown, rows }: EnvironmentResolution,
  neighbour: Neighbour,
  ready: ReadyEnvironment,
  options: {
    readonly environment: string | null;
    readonly allowPackages: readonly string[];
    readonly allowNames: readonly string[];
  },
): string | null {
  const { name, version } = neighbour;
  if (existing !== null) return null;
  if (neighbour.onDiskOnly) return message('control.neighbourAbsent', { name, version });
  const isAllowed = options.allowPackages.includes(name);
  if (options.environment !== null && !isAllowed) return message('control.neighbourGiven', { name, version });
  const isHere = (other: string): boolean =>
    ready.kind === 'reprise' &&
    ready.packages.some((item) => item.name === other) &&
    rows.some((row) => row.name === other);
  const large = heavy.filter(
    (item) => !options.allowPackages.includes(item.name) && (item.name === name || !isHere(item.name)),
  );
  if (large.length > 0) {
    const size = formatBytes(large.reduce((sum, item) => sum + item.bytes, 0));
    return message('control.neighbourLarge', { name, version, size });
  }
  return unknown.some((other) => !options.allowNames.includes(other))
    ? message('control.neighbourUnknown', { name, version })
    : null;
}
