import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { Example } from '../../core/ports/host-ports';
import { Id } from '../../protocol/primitives';

/** `index.json` of the bundled examples: `file` is relative to its folder. */
const Index = z.array(
  z.object({ id: Id, title: z.string(), summary: z.string(), file: z.string().regex(/^[\w-]+(\/[\w.-]+)+$/) }),
);

/** The bundled examples, in their order. Errors: rejects where the program's own files are not whole. */
export async function readExamples(examplesFolder: string): Promise<readonly Example[]> {
  const index = Index.parse(JSON.parse(await readFile(join(examplesFolder, 'index.json'), 'utf8')));
  return await Promise.all(
    index.map(async ({ id, title, summary, file }) => ({
      id,
      title,
      summary,
      name: basename(file),
      text: await readFile(join(examplesFolder, file), 'utf8'),
    })),
  );
}
