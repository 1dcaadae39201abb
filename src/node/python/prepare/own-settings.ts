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

/** The only settings file that uv reads, as TOML: no other one is looked for where one is named. */
export function ownSettings(repairs: readonly MetadataRepair[]): string {
  return repairs
    .flatMap(({ name, versions, requires }) =>
      versions.map((version) => {
        const wanted = requires.map((one) => `"${one}"`).join(', ');
        return `[[dependency-metadata]]\nname = "${name}"\nversion = "${version}"\nrequires-dist = [${wanted}]\n`;
      }),
    )
    .join('\n');
}
