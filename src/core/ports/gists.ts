import type { SharedFile } from '../../protocol/sharing';
import type { Cancellation } from './cancellation';

/** A gist as its host tells it. */
export interface Gist {
  readonly id: string;
  /** Where a person sees it. */
  readonly address: string;
  readonly isPublic: boolean;
  /** How many revisions there are, where that is told. */
  readonly revisions: number | null;
  readonly files: readonly SharedFile[];
}

/**
 * Gists of one host. Errors: `badInput` (field `token`, `gist` or `files`) or `unavailable`, each with one sentence that says what to do: a
 * missing, refused or too narrow token, an organisation that asks for single sign-on, a limit with the time when it ends, a gist that
 * is not there, a host that is not reached; the signal's reason on cancellation. The token is in no message.
 */
export interface Gists {
  create(
    gist: { readonly description: string; readonly isPublic: boolean; readonly files: readonly SharedFile[] },
    access: GistAccess,
  ): Promise<Gist>;
  /** Files that are not named stay; null takes a file away. */
  update(
    gist: {
      readonly id: string;
      readonly description: string;
      readonly files: readonly { readonly path: string; readonly text: string | null }[];
    },
    access: GistAccess,
  ): Promise<Gist>;
  /** By identifier or address. Needs no token. */
  read(idOrAddress: string, access: Omit<GistAccess, 'token'> & { readonly token: string | null }): Promise<Gist>;
}

export interface GistAccess {
  readonly token: string;
  readonly signal: Cancellation;
}
