import { realpath } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { SEGMENT_VERSION, type ProjectIndex, type Segment, type TreeFile } from '../../core/context/index/segment';
import type { ContextIndex, IndexedProject, SkippedFiles } from '../../core/ports/context-index';
import type { Progress } from '../../core/ports/cancellation';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import { indexFiles, type FileToIndex } from './index-files';
import { createIndexStore, type IndexStore, type Tree } from './index-store';
import { listSources, type SourceFile, type SourceList } from './list-sources';
import { repositoryKey } from './repository-key';
import { unpackSegment } from './pack-segment';

/** A file written so shortly before it was read may have changed in the same tick of the clock. */
const RACY_MS = 2_500;
/** More segments than this make a query slow; the small ones are made anew as one. */
const MOST_SEGMENTS = 24;
const SMALL_SEGMENT = 40;
/** Indexes kept open: of the projects that were asked for last. */
const MOST_OPEN = 2;
const MOST_WORKERS = 4;
const MOST_EXAMPLES = 5;

interface Kept {
  readonly id: string;
  readonly segment: Segment;
}

/** Keeps indexes below the data folder's cache, one folder for each repository. */
export function createContextIndex(options: {
  readonly dataFolder: string;
  /** The built worker, `context-worker.cjs`. */
  readonly workerFile: string;
  /** Holds the parser's WebAssembly. */
  readonly wasmFolder: string;
}): ContextIndex {
  const open = new Map<string, { readonly tree: Tree; readonly kept: readonly Kept[] }>();
  /** One update of a repository at a time: they share its folder. */
  const busy = new Map<string, Promise<unknown>>();

  return {
    update: async (folder, wishes, progress) => {
      progress.signal.throwIfAborted();
      const project = await realpath(folder).catch(() => {
        throw new RepriseError('badInput', message('context.noFolder', { folder }), { field: 'project' });
      });
      const key = await repositoryKey(project);
      const before = busy.get(key) ?? Promise.resolve();
      const own = before.catch(() => undefined).then(() => updateOne(project, key, wishes, progress));
      busy.set(key, own);
      try {
        return await own;
      } finally {
        if (busy.get(key) === own) busy.delete(key);
      }
    },
  };

  async function updateOne(
    project: string,
    key: string,
    { first, onSome }: Parameters<ContextIndex['update']>[1],
    progress: Progress,
  ): Promise<IndexedProject> {
    const store = createIndexStore(join(options.dataFolder, 'cache', 'context', key));
    const readAt = Date.now();
    const list = await listSources(project, progress.signal);
    const tree = open.get(project)?.tree ?? (await store.readTree(project));
    const known = await openSegments(store, tree, open.get(project)?.kept ?? []);
    const plan = planUpdate(list.files, tree, known);
    if (tree && plan.changed.length === 0 && plan.isSame) return finish(project, tree, known, list, 0);

    // Other checkouts of the repository hold most of the files already.
    const kept: Kept[] = [...known, ...(await otherSegments(store, known))];
    const places = placesOf(plan.isCrowded ? kept.map((own) => (isSmall(own) ? null : own)) : kept);
    const state = { files: [...plan.same], left: [...plan.left], fresh: 0, done: 0 };
    const current = (): ProjectIndex => ({
      segments: kept.map(({ segment }) => segment),
      files: state.files.map(([path, , , segment, file]): TreeFile => ({ path, segment, file })),
    });
    const todo = inOrder(plan.changed, first).map(({ path, size }): FileToIndex => ({
      path,
      size,
      known: [...(places.get(path)?.keys() ?? [])],
    }));
    const total = todo.length;
    await indexFiles({
      ...{ workerFile: options.workerFile, wasmFolder: options.wasmFolder, project, files: todo, progress },
      workers: Math.min(MOST_WORKERS, availableParallelism()),
      onBatch: async ({ outcomes, bytes }) => {
        const segment =
          bytes === null ? null : unpackSegment(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
        const number = kept.length;
        if (segment && bytes) kept.push({ id: await store.writeSegment(bytes), segment });
        let file = 0;
        for (const outcome of outcomes) {
          if (outcome.kind === 'indexed' || outcome.kind === 'known') {
            const { path, digest, size, changedMs } = outcome;
            const place = outcome.kind === 'indexed' ? ([number, file++] as const) : places.get(path)?.get(digest);
            if (place) state.files.push([path, size, changedMs, place[0], place[1]]);
            if (outcome.kind === 'indexed') state.fresh += 1;
          } else {
            const stat = plan.changed.find(({ path }) => path === outcome.path);
            state.left.push([outcome.path, stat?.size ?? 0, stat?.changedMs ?? 0, outcome.kind]);
          }
        }
        state.done += outcomes.length;
        progress.report(message('context.indexing', { done: state.done, total }));
        onSome?.(current());
      },
    });
    const used = [...new Set(state.files.map(([, , , segment]) => segment))].sort((a, b) => a - b);
    const numbers = new Map(used.map((old, index) => [old, index]));
    const next: Tree = {
      version: SEGMENT_VERSION,
      project,
      readAt,
      segments: used.map((number) => kept[number]?.id ?? ''),
      files: state.files
        .map(([path, size, time, segment, file]): Tree['files'][number] => [
          path,
          size,
          time,
          numbers.get(segment) ?? 0,
          file,
        ])
        .sort((a, b) => (a[0] < b[0] ? -1 : 1)),
      left: state.left,
    };
    await store.writeTree(next);
    return finish(
      project,
      next,
      used.flatMap((number) => kept[number] ?? []),
      list,
      state.fresh,
    );
  }

  function finish(project: string, tree: Tree, kept: readonly Kept[], list: SourceList, fresh: number): IndexedProject {
    open.delete(project);
    open.set(project, { tree, kept });
    for (const oldest of open.keys()) if (open.size > MOST_OPEN) open.delete(oldest);
    const index: ProjectIndex = {
      segments: kept.map(({ segment }) => segment),
      files: tree.files.map(([path, , , segment, file]) => ({ path, segment, file })),
    };
    return { index, skipped: skippedOf(tree, list), files: tree.files.length, fresh };
  }
}

/** What of a tree still holds, and which files are to be read. */
function planUpdate(files: readonly SourceFile[], tree: Tree | null, known: readonly Kept[]) {
  const isCrowded = known.length > MOST_SEGMENTS;
  const isWorn = (segment: number): boolean => {
    const own = known[segment];
    return isCrowded && own !== undefined && isSmall(own);
  };
  const before = new Map(tree?.files.map((entry) => [entry[0], entry]));
  const leftBefore = new Map(tree?.left.map((entry) => [entry[0], entry]));
  const same: Tree['files'] = [];
  const left: Tree['left'] = [];
  const changed: SourceFile[] = [];
  for (const file of files) {
    const own = before.get(file.path);
    const skipped = leftBefore.get(file.path);
    const isSettled = file.changedMs < (tree?.readAt ?? 0) - RACY_MS;
    const isSame = (entry: { readonly 1: number; readonly 2: number } | undefined): boolean =>
      entry !== undefined && isSettled && entry[1] === file.size && entry[2] === file.changedMs;
    if (own && isSame(own) && known[own[3]] && !isWorn(own[3])) same.push(own);
    else if (skipped && isSame(skipped)) left.push(skipped);
    else changed.push(file);
  }
  const isSame = same.length === (tree?.files.length ?? -1) && left.length === (tree?.left.length ?? -1);
  return { same, left, changed, isSame, isCrowded };
}

function isSmall({ segment }: Kept): boolean {
  return segment.files.length < SMALL_SEGMENT;
}

async function openSegments(store: IndexStore, tree: Tree | null, open: readonly Kept[]): Promise<readonly Kept[]> {
  const ids = tree?.segments ?? [];
  const found = await Promise.all(
    ids.map(async (id) => {
      const segment = open.find((item) => item.id === id)?.segment ?? (await store.readSegment(id));
      return segment ? { id, segment } : null;
    }),
  );
  // A segment that is gone keeps its number, so that the others keep theirs; its files are read anew.
  return found.includes(null) ? [] : found.flatMap((item) => item ?? []);
}

async function otherSegments(store: IndexStore, known: readonly Kept[]): Promise<readonly Kept[]> {
  const ids = (await store.listSegments()).filter((id) => !known.some((item) => item.id === id));
  const found = await Promise.all(ids.map(async (id) => ({ id, segment: await store.readSegment(id) })));
  return found.flatMap(({ id, segment }) => (segment ? [{ id, segment }] : []));
}

/** For each path the digests that segments hold, with their places. */
function placesOf(kept: readonly (Kept | null)[]): ReadonlyMap<string, ReadonlyMap<string, readonly [number, number]>> {
  const places = new Map<string, Map<string, readonly [number, number]>>();
  kept.forEach((item, number) =>
    item?.segment.files.forEach(({ path, digest }, file) => {
      const own = places.get(path) ?? new Map<string, readonly [number, number]>();
      own.set(digest, [number, file]);
      places.set(path, own);
    }),
  );
  return places;
}

/** What the report names first, then sources near the root, tests last. */
function inOrder(files: readonly SourceFile[], first: readonly string[]): readonly SourceFile[] {
  const wanted = new Set(first);
  const rank = ({ path }: SourceFile): number =>
    wanted.has(path) ? 0 : /(?:^|\/)(?:tests?|docs?|examples?)\//.test(path) ? 3 : /\.py$/.test(path) ? 1 : 2;
  return [...files].sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
}

function skippedOf({ left }: Tree, list: SourceList): readonly SkippedFiles[] {
  const of = (reason: SkippedFiles['reason'], paths: readonly string[]): readonly SkippedFiles[] =>
    paths.length === 0 ? [] : [{ reason, count: paths.length, examples: paths.slice(0, MOST_EXAMPLES) }];
  const kind = (wanted: Tree['left'][number][3]): readonly string[] =>
    left.filter(([, , , own]) => own === wanted).map(([path]) => path);
  return [
    ...of('large', list.large),
    ...of('binary', kind('binary')),
    ...of('generated', kind('generated')),
    ...of('unreadable', [...new Set([...list.unreadable, ...kind('unreadable')])]),
    ...(list.isCut ? [{ reason: 'tooMany' as const, count: list.files.length, examples: [] }] : []),
  ];
}
