import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { EraTable, type EraFact } from '../era/era-facts';
import { WordingTable, type DatedWording } from '../era/facts-of-wordings';
import { MetadataRepairs, type MetadataRepair } from '../prepare/own-settings';
import { chooseSize, PackageSizes } from './choose-size';
import { nearestKnown } from './nearest-known';
import { normaliseName } from '../../../protocol/requirement';

const KnownPackages = z.object({ packages: z.record(z.string(), z.array(z.string())) });
const PythonSupport = z.object({ packages: z.record(z.string(), z.record(z.string(), z.string())) });
const ReleaseDates = z.object({ packages: z.record(z.string(), z.record(z.string(), z.iso.date())) });
const SourceOnly = z.object({ packages: z.record(z.string(), z.iso.date().nullable()) });
const PackageIndex = z.object({ hosts: z.array(z.string()).min(1), condaChannels: z.array(z.string()).min(1) });
const CpuBuilds = z.object({
  insteadOf: z.array(
    z.object({
      name: z.string(),
      build: z.string(),
      /** Every release from this one on. */
      since: z.string(),
      /** And these. */
      releases: z.string(),
    }),
  ),
  ownIndex: z.array(z.string()),
});
const UvRelease = z.object({ version: z.string(), hashes: z.array(z.string().regex(/^sha256:[0-9a-f]{64}$/)).min(1) });

/** The shipped tables about packages. */
export interface PythonKnowledge {
  /** Null: no distribution on the list gives this module. */
  distributionOf(module: string): string | null;
  /** The module that a known distribution is imported by first; null: not known. */
  moduleOf(distribution: string): string | null;
  isKnown(distribution: string): boolean;
  /** The name on the list that another looks like; null: none. */
  nearestKnown(distribution: string): string | null;
  /** Oldest and newest interpreter with ready-made packages, by release; empty: not in the table. */
  supportOf(distribution: string): ReadonlyMap<string, { readonly oldest: string; readonly newest: string }>;
  /** Large packages that installing this one brings, itself included, with bytes on disk. */
  heavyPartsOf(
    distribution: string,
    specifier: string,
    platform: NodeJS.Platform,
    releaseOf?: (name: string) => string | null,
  ): readonly { readonly name: string; readonly bytes: number }[];
  readonly eras: readonly EraFact[];
  /** How releases word the same fault. */
  readonly wordings: readonly DatedWording[];
  /** Day of each final release, the oldest first; empty: not in the table. */
  releaseDatesOf(distribution: string): ReadonlyMap<string, string>;
  /** Small packages that may be built from source, each with the day of its first ready-made file; null: there is none. */
  readonly sourceOnly: ReadonlyMap<string, string | null>;
  /** Requirements of releases whose own metadata cannot be read. */
  readonly metadataRepairs: readonly MetadataRepair[];
  /** Builds for machines without a graphics card. */
  readonly cpuBuilds: z.infer<typeof CpuBuilds>;
  /** Hosts of the index that installers use by themselves: of its pages and of its files. */
  readonly indexHosts: readonly string[];
  /** Where programs of the conda family look, where the user has set nothing. */
  readonly condaChannels: readonly string[];
  readonly uv: { readonly version: string; readonly hashes: readonly string[] };
}

function readTable<T>(folder: string, name: string, schema: z.ZodType<T>): T {
  return schema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

/** Reads the tables. Errors: throws where a shipped file is missing or damaged, which is our own fault. */
export function readKnowledge(resourcesFolder: string): PythonKnowledge {
  const folder = join(resourcesFolder, 'knowledge');
  const known = readTable(folder, 'known-packages.json', KnownPackages).packages;
  const support = readTable(folder, 'python-support.json', PythonSupport).packages;
  const sizes = readTable(folder, 'package-sizes.json', PackageSizes);
  const eras = readTable(folder, 'eras.json', EraTable).facts;
  const wordings = readTable(folder, 'message-families.json', WordingTable).families.flatMap((one) => one.wordings);
  const metadataRepairs = readTable(folder, 'metadata-repairs.json', MetadataRepairs).repairs;
  const dates = readTable(folder, 'release-dates.json', ReleaseDates).packages;
  const sourceOnly = readTable(folder, 'source-only.json', SourceOnly).packages;
  const { hosts: indexHosts, condaChannels } = readTable(folder, 'package-index.json', PackageIndex);
  const { insteadOf, ownIndex } = readTable(folder, 'cpu-builds.json', CpuBuilds);
  const uv = readTable(folder, 'uv-release.json', UvRelease);
  const byModule = new Map<string, string>();
  for (const [distribution, modules] of Object.entries(known)) {
    for (const module of modules) if (!byModule.has(module)) byModule.set(module, distribution);
  }
  const knownNames = new Set(Object.keys(known));
  return {
    distributionOf: (module) => byModule.get(module.split('.', 1)[0] ?? module) ?? null,
    moduleOf: (distribution) => known[normaliseName(distribution)]?.[0] ?? null,
    isKnown: (distribution) => knownNames.has(normaliseName(distribution)),
    // Who writes the name of a module where that of its package belongs means the package.
    nearestKnown: (distribution) =>
      byModule.get(normaliseName(distribution).replace(/-/g, '_')) ?? nearestKnown(distribution, knownNames),
    supportOf: (distribution) => toSupport(support[normaliseName(distribution)] ?? {}),
    heavyPartsOf: (distribution, specifier, platform, releaseOf = () => null) =>
      chooseSize(sizes, { distribution: normaliseName(distribution), specifier, platform, releaseOf }),
    eras,
    wordings,
    metadataRepairs,
    releaseDatesOf: (distribution) => new Map(Object.entries(dates[normaliseName(distribution)] ?? {})),
    sourceOnly: new Map(Object.entries(sourceOnly)),
    cpuBuilds: { insteadOf, ownIndex },
    indexHosts,
    condaChannels,
    uv,
  };
}

function toSupport(table: Readonly<Record<string, string>>): Map<string, { oldest: string; newest: string }> {
  const entries = Object.entries(table).flatMap(([release, range]) => {
    const [oldest, newest] = range.split('-');
    return oldest === undefined || newest === undefined ? [] : [[release, { oldest, newest }] as const];
  });
  return new Map(entries);
}
