import { z } from 'zod';

/** Requirements of releases whose own metadata cannot be read (`resources/knowledge/metadata-repairs.json`). */
export const MetadataRepairs = z.object({
  repairs: z.array(
    z.object({
      name: z.string().regex(/^[\w.-]+$/),
      versions: z.array(z.string().regex(/^[\w.]+$/)),
      requires: z.array(z.string().regex(/^[\w.-]+(?:[<>=!~]=?[\w.]+)?$/)),
    }),
  ),
});
export type MetadataRepair = z.infer<typeof MetadataRepairs>['repairs'][number];

/** What a release requires, told to uv so that it does not look into the release. */
interface Told {
  readonly name: string;
  /** Null: holds for each release that nothing else is told of. */
  readonly version: string | null;
  readonly requires: readonly string[];
  readonly extras?: readonly string[];
}

/**
 * The only settings file that uv reads, as TOML: no other one is looked for where one is named. uv builds a source package to learn what
 * it requires, unless it is told: of each that is taken as source it is, at first with nothing required, and exactly once it was built apart.
 */
export function ownSettings(
  repairs: readonly MetadataRepair[],
  source: { readonly names: readonly string[]; readonly built: readonly Told[] } = { names: [], built: [] },
): string {
  const repaired = repairs.flatMap(({ name, versions, requires }) =>
    versions.map((version) => ({ name, version, requires })),
  );
  const unknown = source.names.map((name) => ({ name, version: null, requires: [] }));
  return [...repaired, ...source.built, ...unknown].map(written).join('\n');
}

function written({ name, version, requires, extras = [] }: Told): string {
  const list = (words: readonly string[]) => `[${words.map((one) => JSON.stringify(one)).join(', ')}]`;
  return [
    '[[dependency-metadata]]',
    `name = ${JSON.stringify(name)}`,
    ...(version === null ? [] : [`version = ${JSON.stringify(version)}`]),
    `requires-dist = ${list(requires)}`,
    ...(extras.length === 0 ? [] : [`provides-extra = ${list(extras)}`]),
    '',
  ].join('\n');
}
