import type {
  EnvironmentResolution,
  EnvironmentSummary,
  Package,
  PublishedRelease,
  ReadyEnvironment,
  ResolutionRow,
} from '../../protocol/environment';
import type { DigestOf } from '../ports/digests';
import type {
  EnvironmentRequest,
  Preparation,
  PreparationFailure,
  PythonEnvironments,
  Resolution,
} from '../ports/environments';

/** What an index in memory offers. */
export interface ListedPackage {
  readonly version: string;
  readonly module: string;
  /** Asked about before it is fetched. */
  readonly heavyBytes?: number;
}

/**
 * Environments from a list in memory, without any interpreter. It resolves as the real one does: known names by
 * themselves, heavy and unknown ones named, an unlisted version refused. `offline` fails every installation.
 */
export function createListedEnvironments(options: {
  readonly index: Readonly<Record<string, ListedPackage>>;
  readonly digestOf: DigestOf;
  readonly pythonVersion?: string;
  readonly installed?: readonly EnvironmentSummary[];
  /** Used where nothing may or can be fetched. */
  readonly nearest?: EnvironmentSummary;
  /** Final releases of distributions with their days, the oldest first. */
  readonly releases?: Readonly<Record<string, readonly { readonly version: string; readonly day: string }[]>>;
  /** What the index has, for a look at all releases of a distribution. */
  readonly published?: Readonly<Record<string, readonly PublishedRelease[]>>;
  readonly noPython?: boolean;
  readonly offline?: boolean;
  /** Why an environment cannot be made; null: it can. */
  readonly failureOf?: (resolution: EnvironmentResolution) => PreparationFailure | null;
  /** What cannot be imported in the environment that is made. Absent: all can. */
  readonly unimportableOf?: (resolution: EnvironmentResolution) => ReadyEnvironment['unimportable'];
  readonly otherPythons?: NonNullable<EnvironmentResolution['otherPythons']>;
}): PythonEnvironments & { requests(): readonly EnvironmentRequest[] } {
  const { index } = options;
  const version = options.pythonVersion ?? '3.11.7';
  const requests: EnvironmentRequest[] = [];

  function resolve(request: EnvironmentRequest): Resolution {
    if (options.noPython) {
      const message = 'There is no Python on this machine. Install Python 3.9 or newer.';
      return { kind: 'failed', failure: { kind: 'noPython', message } };
    }
    const unlisted = request.packages.find(
      ({ name, specifier }) => specifier !== '' && index[name] && !matches(name, specifier),
    );
    if (unlisted) {
      const message = `There is no ${unlisted.name} ${unlisted.specifier} for this Python.`;
      return { kind: 'failed', failure: { kind: 'noVersion', message } };
    }
    const given = request.environment === null ? null : summaryOf(request.environment);
    const names = given ? [] : request.packages.map(({ name }) => name);
    return {
      kind: 'resolved',
      resolution: {
        python: { interpreter: '/python/bin/python', version, step: 'current', reason: 'The newest one here.' },
        rows: request.packages.map((row) => datedRow(row, request)),
        asOf: request.aim === 'current' ? null : request.asOf,
        existing: given,
        ...(options.nearest && !given ? { nearest: options.nearest } : {}),
        ...(options.otherPythons === undefined ? {} : { otherPythons: options.otherPythons }),
        ...(request.aim === undefined ? {} : { aim: request.aim }),
        heavy: names.flatMap((name) => {
          const bytes = index[name]?.heavyBytes;
          return bytes === undefined ? [] : [{ name, bytes }];
        }),
        unknown: names.filter((name) => !index[name] && !request.allowPackages.includes(name)),
      },
    };
  }

  /** Open rows are of the report's day, or of today where that is what is wanted. */
  function datedRow(row: ResolutionRow, { aim, asOf }: EnvironmentRequest): ResolutionRow {
    if (aim === 'current') return { ...row, specifier: '', step: 'current' };
    return row.specifier === '' && asOf !== null ? { ...row, step: 'date' } : row;
  }

  /** A given environment holds what `installed` says of it, or nothing. */
  function summaryOf(prefix: string): EnvironmentSummary {
    const found = options.installed?.find((item) => item.prefix === prefix);
    if (found) return found;
    return {
      id: 'given',
      kind: 'venv',
      name: prefix,
      prefix,
      interpreter: `${prefix}/bin/python`,
      pythonVersion: version,
      frameworks: [],
      ours: false,
      broken: null,
    };
  }

  function matches(name: string, specifier: string): boolean {
    const wanted = specifier.replace(/^==/, '');
    const listed = [index[name]?.version ?? '', ...(options.releases?.[name] ?? []).map((item) => item.version)];
    return listed.some((one) => (wanted.endsWith('.*') ? `${one}.`.startsWith(wanted.slice(0, -1)) : one === wanted));
  }

  function ready(packages: readonly Package[]): ReadyEnvironment {
    const lock = packages.map((item) => `${item.name}==${item.version}\n`).join('');
    const lockDigest = options.digestOf(`${version}\n${lock}`);
    return {
      id: `environment-${lockDigest.slice(0, 12)}`,
      kind: 'reprise',
      prefix: '/environments/listed',
      interpreter: '/environments/listed/bin/python',
      pythonVersion: version,
      packages: [...packages],
      lock,
      lockDigest,
      reused: false,
      differences: [],
    };
  }

  return {
    requests: () => requests,
    list: async () => ({ environments: options.installed ?? [], cachedAt: null }),
    look: async (path) => (options.installed ?? []).filter(({ prefix }) => prefix === path),
    readBuild: async () => null,
    resolve: async (request) => {
      requests.push(request);
      return resolve(request);
    },
    prepare: async ({ resolution }): Promise<Preparation> => {
      if (options.offline && !resolution.existing) {
        const message = 'The package index cannot be reached. Check the network, then start again.';
        return { kind: 'failed', failure: { kind: 'noNetwork', message } };
      }
      const failure = options.failureOf?.(resolution) ?? null;
      if (failure !== null) return { kind: 'failed', failure };
      const names: readonly string[] = resolution.existing
        ? resolution.existing.frameworks.map(({ name }) => name)
        : resolution.rows.map(({ name }) => name);
      const exact = (name: string): string | undefined =>
        /^==([\d.]+)$/.exec(resolution.rows.find((row) => row.name === name)?.specifier ?? '')?.[1];
      const packages = names.map((name) => ({ name, version: exact(name) ?? index[name]?.version ?? '1.0' }));
      const unimportable = options.unimportableOf?.(resolution);
      return { kind: 'ready', environment: { ...ready(packages), ...(unimportable ? { unimportable } : {}) } };
    },
    remove: async (id) => ({ kind: 'refused', message: `${id} was not made by Reprise.` }),
    checkInstalledFile: async () => 'asInstalled',
    releasesOf: (name) => options.releases?.[name] ?? [],
    aboutName: async (name) => {
      const days = (options.published?.[name] ?? []).flatMap(({ day }) => day ?? []).sort();
      const [first = null] = days;
      const read = { kind: 'read', releases: days.length, first, last: days.at(-1) ?? null } as const;
      return { name, nearest: null, index: options.published?.[name] ? read : { kind: 'absent' } };
    },
    bordersOf: () => [],
    published: async (name) => {
      const published = options.published?.[name];
      if (published) return { kind: 'read', releases: published };
      return { kind: 'failed', failure: { kind: 'noVersion', message: `The index has no ${name}.` } };
    },
    distributionOf: (module) => Object.keys(index).find((name) => index[name]?.module === module) ?? null,
  };
}
