import { join } from 'node:path';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import { Digest, Id } from '../../protocol/primitives';

/** Files of one reproduction. */
export interface ReproductionPaths {
  readonly folder: string;
  readonly events: string;
  /** Bytes that a kill cut off, kept for whoever looks for them. */
  readonly torn: string;
  readonly summary: string;
  readonly report: string;
  readonly scripts: string;
  readonly drafts: string;
  readonly reproducer: string;
}

/** Errors: throws `notFound` where the id could not be a folder's name. */
export function pathsOf(reproductions: string, reproductionId: string): ReproductionPaths {
  if (!Id.safeParse(reproductionId).success) throw noReproduction(reproductionId);
  const folder = join(reproductions, reproductionId);
  return {
    folder,
    events: join(folder, 'events.jsonl'),
    torn: join(folder, 'events.torn'),
    summary: join(folder, 'summary.json'),
    report: join(folder, 'report.md'),
    scripts: join(folder, 'scripts'),
    drafts: join(folder, 'drafts'),
    reproducer: join(folder, 'reproducer'),
  };
}

/** Path of a script by its digest. Errors: throws `notFound`. */
export function scriptPath(paths: ReproductionPaths, digest: string): string {
  if (!Digest.safeParse(digest).success) throw noScript(digest);
  return join(paths.scripts, `${digest}.json`);
}

/** Path of the draft of an attempt. Errors: throws `notFound` where the id could not be a file's name. */
export function draftPath(paths: ReproductionPaths, attemptId: string): string {
  if (!Id.safeParse(attemptId).success) throw noAttempt(attemptId);
  return join(paths.drafts, `${attemptId}.jsonl`);
}

function noAttempt(id: string): RepriseError<'notFound'> {
  return new RepriseError('notFound', message('errors.noAttempt', { id: shown(id) }), { what: 'attempt', id });
}

export function noReproduction(id: string): RepriseError<'notFound'> {
  return new RepriseError('notFound', message('errors.noReproduction', { id: shown(id) }), {
    what: 'reproduction',
    id,
  });
}

export function noScript(digest: string): RepriseError<'notFound'> {
  return new RepriseError('notFound', message('errors.noScript', { id: shown(digest) }), {
    what: 'script',
    id: digest,
  });
}

function shown(id: string): string {
  return id.length > 80 ? `${id.slice(0, 80)}…` : id;
}
