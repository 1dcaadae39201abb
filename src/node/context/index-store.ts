import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { SEGMENT_VERSION, type Segment } from '../../core/context/index/segment';
import { unpackSegment } from './pack-segment';

/** A folder's files as they were indexed: each with what tells whether it changed, and its place in a segment. */
const Tree = z.object({
  version: z.literal(SEGMENT_VERSION),
  project: z.string(),
  /** When the files were looked at, in milliseconds: a file written in the same moment may have changed unseen. */
  readAt: z.number(),
  segments: z.array(z.string().regex(/^[0-9a-f]{32}$/)),
  /** Path, size, time of change, number of the segment, number of the file in it. */
  files: z.array(z.tuple([z.string(), z.number(), z.number(), z.number().int(), z.number().int()])),
  /** Files that are no source, with what tells whether that changed. */
  left: z.array(z.tuple([z.string(), z.number(), z.number(), z.enum(['binary', 'unreadable', 'generated'])])),
});
export type Tree = z.infer<typeof Tree>;

/** Trees kept of one repository; each is a checkout of it. */
const MOST_TREES = 12;

export interface IndexStore {
  readTree(project: string): Promise<Tree | null>;
  /** Replaces the tree of a folder and drops segments that no tree needs. */
  writeTree(tree: Tree): Promise<void>;
  /** Null: it is gone, or not whole. */
  readSegment(id: string): Promise<Segment | null>;
  writeSegment(bytes: Uint8Array): Promise<string>;
  /** Segments of all trees of the repository. */
  listSegments(): Promise<readonly string[]>;
}

/** Keeps the index of one repository in a folder. Files are written beside and renamed; what is not whole counts as absent. */
export function createIndexStore(folder: string): IndexStore {
  const segments = join(folder, 'segments');
  const treeFile = (project: string): string => join(folder, `tree-${digest(project)}.json`);

  async function parseTree(file: string): Promise<Tree | null> {
    try {
      return Tree.parse(JSON.parse(await readFile(file, 'utf8')));
    } catch {
      return null;
    }
  }

  async function write(file: string, bytes: string | Uint8Array): Promise<void> {
    const half = `${file}.${randomBytes(6).toString('hex')}.part`;
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(half, bytes);
    await rename(half, file);
  }

  const namesIn = (place: string): Promise<readonly string[]> => readdir(place).catch(() => []);

  return {
    readTree: async (project) => {
      const tree = await parseTree(treeFile(project));
      return tree?.project === project ? tree : null;
    },
    writeTree: async (tree) => {
      await write(treeFile(tree.project), JSON.stringify(tree));
      const files = (await namesIn(folder)).filter((name) => /^tree-[0-9a-f]+\.json$/.test(name));
      const dated = await Promise.all(
        files.map(async (name) => ({ name, at: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0 })),
      );
      const inOrder = dated.sort((a, b) => b.at - a.at).map(({ name }) => join(folder, name));
      await Promise.all(inOrder.slice(MOST_TREES).map((file) => rm(file, { force: true })));
      const trees = await Promise.all(inOrder.slice(0, MOST_TREES).map((file) => parseTree(file)));
      const wanted = new Set(trees.flatMap((own) => own?.segments ?? []));
      const unwanted = (await namesIn(segments)).filter((name) => !wanted.has(name.replace(/\.bin$/, '')));
      await Promise.all(unwanted.map((name) => rm(join(segments, name), { force: true })));
    },
    readSegment: async (id) => {
      const bytes = await readFile(join(segments, `${id}.bin`)).catch(() => null);
      return bytes === null ? null : unpackSegment(bytes);
    },
    writeSegment: async (bytes) => {
      const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
      await write(join(segments, `${id}.bin`), bytes);
      return id;
    },
    listSegments: async () =>
      (await namesIn(segments)).filter((name) => /^[0-9a-f]{32}\.bin$/.test(name)).map((name) => name.slice(0, 32)),
  };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}
