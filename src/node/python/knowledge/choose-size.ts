import { z } from 'zod';
import { meets as versionMeets } from '../resolve/releases-meeting';

const Platform = z.enum(['linux', 'darwin', 'win32']);

/** Bytes on disk of packages that are asked about before they are fetched. */
export const PackageSizes = z.object({
  packages: z.array(
    z.object({
      name: z.string(),
      /** The releases that the size holds for. */
      releases: z.string(),
      /** One release of them, which tells whether a specifier can mean them. */
      sample: z.string(),
      bytes: z.partialRecord(Platform, z.number().int().positive()),
      source: z.string(),
    }),
  ),
  /** Packages whose own requirements bring a large one. */
  brings: z.record(z.string(), z.array(z.string())),
});
export type PackageSizes = z.infer<typeof PackageSizes>;

/** The large packages that a requirement brings, for this platform. The rows of the table go from the newest releases to the oldest. */
export function chooseSize(
  sizes: PackageSizes,
  wanted: {
    readonly distribution: string;
    readonly specifier: string;
    readonly platform: NodeJS.Platform;
    /** Exact release that is expected of a name; null: not known. */ readonly releaseOf: (
      name: string,
    ) => string | null;
  },
): readonly { readonly name: string; readonly bytes: number }[] {
  const platform = Platform.safeParse(wanted.platform);
  if (!platform.success) return [];
  const names = [wanted.distribution, ...(sizes.brings[wanted.distribution] ?? [])];
  return names.flatMap((name) => {
    const rows = sizes.packages.filter((row) => row.name === name);
    const release = wanted.releaseOf(name);
    const own = name === wanted.distribution ? wanted.specifier : '';
    const specifier = release === null ? own : `==${release}`;
    const row = rows.find((one) => meets(one, specifier)) ?? rows[0];
    const bytes = row?.bytes[platform.data];
    return bytes === undefined ? [] : [{ name, bytes }];
  });
}

function meets(row: PackageSizes['packages'][number], specifier: string): boolean {
  if (specifier === '') return true;
  const exact = /^==\s*([^,*]+?)(\.\*)?$/.exec(specifier)?.[1];
  return exact === undefined ? versionMeets(row.sample, specifier) : versionMeets(exact, row.releases);
}
