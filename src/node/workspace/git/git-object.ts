export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag';

export interface GitObject {
  readonly type: ObjectType;
  readonly data: Buffer;
}

export interface TreeEntry {
  /** `100644`, `100755`, `120000` a link, `40000` a folder, `160000` another repository. */
  readonly mode: string;
  readonly name: string;
  readonly id: string;
}

export interface Commit {
  readonly tree: string;
  readonly parents: readonly string[];
  /** When it came into the history, in seconds since 1970. */
  readonly at: number;
}

/** Entries of a tree: mode, name, a zero byte, and 20 bytes of an id, again and again. */
export function parseTree(data: Buffer): readonly TreeEntry[] {
  const entries: TreeEntry[] = [];
  let at = 0;
  while (at < data.length) {
    const space = data.indexOf(0x20, at);
    const end = data.indexOf(0, space);
    if (space < 0 || end < 0 || end + 21 > data.length) return entries;
    const mode = data.toString('latin1', at, space);
    entries.push({ mode, name: data.toString('utf8', space + 1, end), id: data.toString('hex', end + 1, end + 21) });
    at = end + 21;
  }
  return entries;
}

/** Null: it is no commit. */
export function parseCommit(data: Buffer): Commit | null {
  const [head = ''] = data.toString('utf8').split('\n\n', 1);
  const tree = /^tree ([0-9a-f]{40})$/m.exec(head)?.[1];
  const at = /^committer .* (\d{1,12}) [+-]\d{4}$/m.exec(head)?.[1];
  if (tree === undefined || at === undefined) return null;
  const parents = [...head.matchAll(/^parent ([0-9a-f]{40})$/gm)].map(([, id]) => id ?? '');
  return { tree, parents, at: Number(at) };
}

/** What an annotated tag stands for. */
export function targetOfTag(data: Buffer): string | null {
  return /^object ([0-9a-f]{40})$/m.exec(data.toString('utf8', 0, 200))?.[1] ?? null;
}
