import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import type { SharedFile } from '../../protocol/sharing';
import type { Gist, GistAccess, Gists } from '../ports/gists';

export interface GistToPublish {
  /** Cleaned, and seen by a person. */
  readonly files: readonly SharedFile[];
  /** The report's own code, cleaned: revision 1, so that the difference shows. Empty: there is none. */
  readonly snippet: string;
  readonly description: string;
  readonly isPublic: boolean;
  /** An own gist to update; null: a new one. */
  readonly gist: string | null;
}

/** Files that an export writes: those of an earlier one that are no longer there go. */
const ownFiles: readonly string[] = [
  'reproducer.py',
  'control.py',
  'control-requirements.lock',
  'README.md',
  'requirements.lock',
  'reproduction.json',
  'report.md',
  'run.log',
];

/**
 * Makes a gist in two revisions, or adds a revision to one. Errors: those of `Gists`; where the second revision of a new one fails, the
 * sentence says where the first is and how to go on.
 */
export async function publishGist(gists: Gists, wanted: GistToPublish, access: GistAccess): Promise<Gist> {
  const { files, description, isPublic, gist } = wanted;
  if (gist !== null) {
    const there = await gists.read(gist, access);
    const names = new Set(files.map(({ path }) => path));
    const gone = there.files.filter(({ path }) => ownFiles.includes(path) && !names.has(path));
    return gists.update(
      { id: there.id, description, files: [...files, ...gone.map(({ path }) => ({ path, text: null }))] },
      access,
    );
  }
  const script = files.find(({ path }) => path === 'reproducer.py')?.text;
  if (wanted.snippet.trim() === '' || wanted.snippet === script) {
    return gists.create({ description, isPublic, files }, access);
  }
  const first = await gists.create(
    { description, isPublic, files: [{ path: 'reproducer.py', text: wanted.snippet }] },
    access,
  );
  try {
    return await gists.update({ id: first.id, description, files }, access);
  } catch (error) {
    if (!(error instanceof RepriseError)) throw error;
    const text = message('share.gist.half', { address: first.address, id: first.id, why: error.message });
    throw new RepriseError('unavailable', text, { what: 'gist' });
  }
}
