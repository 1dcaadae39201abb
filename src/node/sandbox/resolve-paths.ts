import { lstat, realpath } from 'node:fs/promises';
import { isAbsolute, normalize } from 'node:path';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import { isWithin, type Bind, type GivenPath } from './plan-binds';
import type { BwrapPlan } from './bwrap-arguments';

/** Folders that hold other people's files, sockets or the system's levers: never bound as a whole. */
const NEVER = [
  '/',
  '/proc',
  '/sys',
  '/dev',
  '/run',
  '/var',
  '/etc',
  '/tmp',
  '/home',
  '/boot',
  '/srv',
  '/mnt',
  '/media',
  // macOS
  '/Users',
  '/Volumes',
  '/Applications',
  '/Library',
  '/System',
  '/private',
  '/private/var',
  '/private/etc',
  '/private/tmp',
];

/**
 * Resolves links of what is to be bound. A read-only path that is not there is left out.
 * Errors: `badInput` for a folder that is never bound as a whole, `notFound` for a writable path that is not there.
 */
export async function resolvePaths(
  paths: { readonly readOnly: readonly string[]; readonly writable: readonly string[] },
  home: string | null,
): Promise<readonly GivenPath[]> {
  const given: GivenPath[] = [];
  const wanted = [
    ...paths.readOnly.map((path) => ({ path, writable: false })),
    ...paths.writable.map((path) => ({ path, writable: true })),
  ];
  for (const { path, writable } of wanted) {
    const name = withoutEnd(normalize(path));
    const real = await realpath(name).catch(() => null);
    if (real === null && !writable) continue;
    if (real === null) {
      throw new RepriseError('notFound', message('sandbox.pathMissing', { path }), { what: 'folder', id: path });
    }
    const forbidden = NEVER.includes(real) || NEVER.includes(name) || (home !== null && isWithin(home, real));
    if (!isAbsolute(name) || forbidden) {
      throw new RepriseError('badInput', message('sandbox.pathTooWide', { path }), { field: null });
    }
    given.push({ path: name, real, writable });
  }
  return given;
}

/** Finds what is to be put out of sight: the real paths, where they lie inside a bind. */
export async function resolveHidden(hidden: readonly string[], binds: readonly Bind[]): Promise<BwrapPlan['hidden']> {
  const found = new Map<string, 'file' | 'folder'>();
  for (const path of hidden) {
    const real = await realpath(path).catch(() => null);
    const status = real === null ? null : await lstat(real).catch(() => null);
    if (real === null || status === null) continue;
    if (binds.some((bind) => isWithin(real, bind.path))) found.set(real, status.isDirectory() ? 'folder' : 'file');
  }
  return [...found].map(([path, kind]) => ({ path, kind })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

function withoutEnd(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
