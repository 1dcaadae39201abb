/** A folder or file shown inside. `source` is its real path, `path` where it is seen. */
export interface Bind {
  readonly source: string;
  readonly path: string;
  readonly writable: boolean;
}

/** A path as it was given, with what it really is. */
export interface GivenPath {
  readonly path: string;
  readonly real: string;
  readonly writable: boolean;
}

/** Shown read-only in every confinement. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];

/**
 * Orders what is to be bound, parents before children, each once. A path that is a link is shown under both names. Given as
 * writable and as read-only, it is writable. What the system folders or a parent already shows alike is left out. Pure.
 */
export function planBinds(given: readonly GivenPath[]): readonly Bind[] {
  const byPath = new Map<string, Bind>();
  for (const { path, real, writable } of given) {
    for (const name of new Set([real, path])) {
      const earlier = byPath.get(name);
      byPath.set(name, { source: real, path: name, writable: writable || earlier?.writable === true });
    }
  }
  const ordered = [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  const kept: Bind[] = [];
  for (const bind of ordered) {
    const parent = [...kept].reverse().find((other) => isWithin(bind.path, other.path));
    if (parent === undefined ? isSystem(bind) : isShownBy(bind, parent)) continue;
    kept.push(bind);
  }
  return kept;
}

/** Whether a path is the folder or lies below it. Both absolute and normal. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** The folders above an absolute path, outermost first, without the root: `/a/b/c` gives `/a`, `/a/b`. */
export function parentsOf(path: string): readonly string[] {
  const names = path.split('/').filter((name) => name !== '');
  return names.slice(0, -1).map((_, index) => `/${names.slice(0, index + 1).join('/')}`);
}

function isSystem({ path, writable }: Bind): boolean {
  return !writable && SYSTEM.some((folder) => isWithin(path, folder));
}

/** A link inside a bound folder is seen there as the link that it is. */
function isShownBy(bind: Bind, parent: Bind): boolean {
  return bind.source !== bind.path || bind.writable === parent.writable;
}
