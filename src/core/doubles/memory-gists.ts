import type { Gist, Gists } from '../ports/gists';
import { RepriseError } from '../../protocol/errors';
import { message } from '../../protocol/catalogue/catalogue';

interface Kept {
  readonly isPublic: boolean;
  readonly revisions: readonly ReadonlyMap<string, string>[];
}

/** Gists in memory, with all their revisions. Takes any token but an empty one. */
export function createMemoryGists(): Gists & { revisionsOf(id: string): readonly ReadonlyMap<string, string>[] } {
  const kept = new Map<string, Kept>();

  function tell(id: string): Gist {
    const gist = kept.get(id);
    if (!gist) throw new RepriseError('badInput', message('share.gist.absent'), { field: 'gist' });
    const files = [...(gist.revisions.at(-1) ?? new Map<string, string>())].map(([path, text]) => ({ path, text }));
    return {
      id,
      address: `https://gists.example.org/${id}`,
      isPublic: gist.isPublic,
      revisions: gist.revisions.length,
      files,
    };
  }

  function admit(token: string): void {
    if (token === '') throw new RepriseError('badInput', message('share.gist.noToken'), { field: 'token' });
  }

  return {
    create: async ({ isPublic, files }, { token }) => {
      admit(token);
      const id = `${kept.size + 1}`.padStart(20, 'a');
      kept.set(id, { isPublic, revisions: [new Map(files.map(({ path, text }) => [path, text]))] });
      return tell(id);
    },
    update: async ({ id, files }, { token }) => {
      admit(token);
      tell(id);
      const gist = kept.get(id) ?? { isPublic: false, revisions: [] };
      const next = new Map(gist.revisions.at(-1));
      for (const { path, text } of files) {
        if (text === null) next.delete(path);
        else next.set(path, text);
      }
      kept.set(id, { ...gist, revisions: [...gist.revisions, next] });
      return tell(id);
    },
    read: async (idOrAddress) => tell(idOrAddress.split('/').at(-1) ?? ''),
    revisionsOf: (id) => kept.get(id)?.revisions ?? [],
  };
}
