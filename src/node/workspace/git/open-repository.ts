import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { inflate } from 'node:zlib';
import { promisify } from 'node:util';
import { MOST_OBJECT_BYTES } from './apply-delta';
import { parseCommit, targetOfTag, type Commit, type GitObject, type ObjectType } from './git-object';
import { openPack, type Pack } from './read-pack';

const inflated = promisify(inflate);
const ID = /^[0-9a-f]{40}$/;

/** A git repository, read by its files: nothing is started, no setting of it counts, and nothing is written. */
export interface Repository {
  /** Where the project lies below the top of the repository, with `/`; empty: it is the top. */
  readonly below: string;
  read(id: string): Promise<GitObject | null>;
  readCommit(id: string): Promise<Commit | null>;
  /** The commit of a full or short id, a tag or a branch. Null: there is none, or several begin so. */
  resolve(revision: string): Promise<string | null>;
  /** Of what is checked out; null: nothing is. */
  head(): Promise<string | null>;
  tags(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The repository that a folder lies in. Null: none, or one of a form that is not read (SHA-256, reftable). */
export async function openRepository(project: string): Promise<Repository | null> {
  const found = await findGitFolder(project);
  if (found === null) return null;
  const { gitFolder, top } = found;
  const common = await commonFolderOf(gitFolder);
  const config = await readText(join(common, 'config'));
  if (/^\s*(?:objectformat\s*=\s*sha256|refstorage\s*=)/im.test(config ?? '')) return null;
  const objects = await objectFolders(join(common, 'objects'), 5);
  const packs = (await Promise.all(objects.map(packsIn))).flat();
  const references = await readPackedReferences(join(common, 'packed-refs'));
  const below = relative(top, project).split(sep).join('/');

  async function read(id: string): Promise<GitObject | null> {
    if (!ID.test(id)) return null;
    for (const pack of packs) {
      const offset = pack.find(id);
      if (offset !== null) return pack.read(offset, read);
    }
    for (const folder of objects) {
      const loose = await readLoose(join(folder, id.slice(0, 2), id.slice(2)));
      if (loose !== null) return loose;
    }
    return null;
  }

  async function reference(name: string): Promise<string | null> {
    for (const folder of [gitFolder, common]) {
      const text = (await readText(join(folder, ...name.split('/'))))?.trim();
      const next = /^ref: (refs\/[\w./-]+)$/.exec(text ?? '')?.[1];
      if (next !== undefined && next !== name && !next.includes('..')) return reference(next);
      if (text !== undefined && ID.test(text)) return text;
    }
    return references.get(name) ?? null;
  }

  async function toCommit(id: string | null): Promise<string | null> {
    let current = id;
    for (let depth = 0; depth < 5 && current !== null; depth += 1) {
      const object = await read(current);
      if (object?.type === 'commit') return current;
      current = object?.type === 'tag' ? targetOfTag(object.data) : null;
    }
    return null;
  }

  async function byPrefix(prefix: string): Promise<string | null> {
    const found = new Set(packs.flatMap((pack) => pack.startingWith(prefix)));
    for (const folder of objects) {
      const names = await readdir(join(folder, prefix.slice(0, 2))).catch((): string[] => []);
      for (const name of names) if (name.startsWith(prefix.slice(2))) found.add(`${prefix.slice(0, 2)}${name}`);
    }
    const [only, ...others] = found;
    return only !== undefined && others.length === 0 ? only : null;
  }

  return {
    below,
    read,
    readCommit: async (id) => {
      const object = await read(id);
      return object?.type === 'commit' ? parseCommit(object.data) : null;
    },
    resolve: async (revision) => {
      if (!/^[\w][\w./+-]{0,200}$/.test(revision) || revision.includes('..')) return null;
      if (/^[0-9a-f]{7,40}$/.test(revision)) {
        const commit = await toCommit(revision.length === 40 ? revision : await byPrefix(revision));
        if (commit !== null) return commit;
      }
      for (const place of ['refs/tags', 'refs/heads', 'refs/remotes/origin']) {
        const commit = await toCommit(await reference(`${place}/${revision}`));
        if (commit !== null) return commit;
      }
      return null;
    },
    head: async () => toCommit(await reference('HEAD')),
    tags: async () => {
      const loose = await namesBelow(join(common, 'refs', 'tags'), '');
      const packed = [...references.keys()].flatMap((name) => /^refs\/tags\/(.+)$/.exec(name)?.[1] ?? []);
      return [...new Set([...loose, ...packed])];
    },
    close: async () => {
      await Promise.all(packs.map((pack) => pack.close()));
    },
  };
}

/** Whether a folder holds git's own files and no checkout: a bare repository, as servers keep them. */
export async function isBareRepository(folder: string): Promise<boolean> {
  const found = await Promise.all(
    ['HEAD', 'objects', 'refs'].map((name) => stat(join(folder, name)).catch(() => null)),
  );
  return found[0]?.isFile() === true && found[1]?.isDirectory() === true && found[2]?.isDirectory() === true;
}

/** `.git` of the folder or of one above it: a folder, or a file that names one (a worktree of git's own, a submodule). */
async function findGitFolder(project: string): Promise<{ readonly gitFolder: string; readonly top: string } | null> {
  if (await isBareRepository(project)) return { gitFolder: project, top: project };
  for (let top = project; ; top = dirname(top)) {
    const path = join(top, '.git');
    const found = await stat(path).catch(() => null);
    if (found?.isDirectory()) return { gitFolder: path, top };
    const named = /^gitdir: (.+)$/m.exec((found?.isFile() ? await readText(path) : null) ?? '')?.[1]?.trim();
    if (named !== undefined) return { gitFolder: resolve(top, named), top };
    if (dirname(top) === top) return null;
  }
}

async function commonFolderOf(gitFolder: string): Promise<string> {
  const named = (await readText(join(gitFolder, 'commondir')))?.trim();
  return named === undefined || named === '' ? gitFolder : resolve(gitFolder, named);
}

/** The repository's own folder of objects, and those that it borrows from. */
async function objectFolders(folder: string, most: number): Promise<readonly string[]> {
  const lines = ((await readText(join(folder, 'info', 'alternates'))) ?? '').split('\n').filter(Boolean);
  if (most <= 1) return [folder];
  const others = lines.slice(0, 10).map((line) => (isAbsolute(line) ? line : resolve(folder, line)));
  return [folder, ...(await Promise.all(others.map((one) => objectFolders(one, most - 1)))).flat()];
}

async function packsIn(folder: string): Promise<readonly Pack[]> {
  const names = await readdir(join(folder, 'pack')).catch((): string[] => []);
  const packs = await Promise.all(
    names
      .filter((name) => /^pack-[0-9a-f]+\.idx$/.test(name))
      .map((name) => openPack(join(folder, 'pack', name.slice(0, -4)))),
  );
  return packs.flatMap((pack) => pack ?? []);
}

async function readPackedReferences(file: string): Promise<ReadonlyMap<string, string>> {
  const text = (await readText(file)) ?? '';
  return new Map([...text.matchAll(/^([0-9a-f]{40}) (refs\/\S+)$/gm)].map(([, id = '', name = '']) => [name, id]));
}

async function namesBelow(folder: string, prefix: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map(async (entry) =>
      entry.isDirectory()
        ? namesBelow(join(folder, entry.name), `${prefix}${entry.name}/`)
        : [`${prefix}${entry.name}`],
    ),
  );
  return found.flat();
}

async function readLoose(path: string): Promise<GitObject | null> {
  const packed = await readFile(path).catch(() => null);
  if (packed === null) return null;
  const bytes = await inflated(packed, { maxOutputLength: MOST_OBJECT_BYTES + 100 }).catch(() => null);
  const end = bytes?.indexOf(0) ?? -1;
  if (bytes === null || end < 0) return null;
  const type = /^(commit|tree|blob|tag) \d+$/.exec(bytes.toString('latin1', 0, end))?.[1];
  return type === undefined ? null : { type: type as ObjectType, data: bytes.subarray(end + 1) };
}

function readText(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(() => null);
}
