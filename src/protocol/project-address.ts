import type { MessageKey } from './catalogue/catalogue';

/** A git repository elsewhere, in the one form in which it is handed on; or a folder of this machine that an address names. */
export type ProjectAddress =
  | {
      readonly kind: 'remote';
      readonly url: string;
      readonly protocol: 'https' | 'http' | 'ssh';
      readonly name: string;
    }
  | { readonly kind: 'folder'; readonly path: string };

export type ReadAddress = ProjectAddress | { readonly kind: 'refused'; readonly why: MessageKey };

const LONGEST = 2_000;
const HOST = '(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\\[[0-9a-fA-F:.]+\\])';
const PATH = '[A-Za-z0-9_~][\\w.~+@%/-]*';
const web = new RegExp(`^(https?)://(${HOST})(:\\d{1,5})?/(${PATH})$`);
const ssh = new RegExp(`^ssh://(?:[A-Za-z_][\\w.-]*@)?${HOST}(?::\\d{1,5})?/(${PATH})$`);
/** `git@host:owner/name.git`. */
const short = new RegExp(`^[A-Za-z_][\\w.-]*@${HOST}:/?(${PATH})$`);
const ownMachine = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** Whether a text means a place on a network rather than a path: it has a scheme, a user with a host, or begins like an option. */
export function isAddress(text: string): boolean {
  return /^(?:[A-Za-z][\w+.-]+:|-|[^\s/\\]+@[^\s/\\]+:)/.test(text);
}

/**
 * Reads a git address. Only what names a repository by https, ssh or a folder is taken: no helper of git's (`ext::`), nothing that
 * begins like an option, no password, and plain http on this machine alone. Pure: nothing is asked.
 */
export function readAddress(text: string): ReadAddress {
  const refused = (why: MessageKey): ReadAddress => ({ kind: 'refused', why });
  if (/\/\/[^/?#]*:[^/?#]*@/.test(text) || /^https?:\/\/[^/?#]*@/i.test(text)) return refused('project.address.secret');
  if (text.length > LONGEST || /^-|::(?!1\])/.test(text)) return refused('project.address.form');
  if (/^file:/i.test(text)) return readFolder(text) ?? refused('project.address.file');
  const plain = text.replace(/\/+$/, '');
  const [, scheme, host = '', , path] = web.exec(plain) ?? [];
  const at = path ?? ssh.exec(plain)?.[1] ?? (plain.includes('://') ? undefined : short.exec(plain)?.[1]);
  if (at === undefined) {
    const known = /^(?:https?|ssh):\/\//i.test(text) || !/^[A-Za-z][\w+.-]*:\/\//.test(text);
    return refused(known ? 'project.address.form' : 'project.address.scheme');
  }
  if (at.split('/').some((part) => part === '..' || part.startsWith('-'))) return refused('project.address.form');
  if (scheme === 'http' && !ownMachine.test(host)) return refused('project.address.plain');
  const protocol = scheme === 'https' || scheme === 'http' ? scheme : 'ssh';
  const name = (at.split('/').at(-1) ?? '').replace(/\.git$/, '');
  return { kind: 'remote', url: plain, protocol, name };
}

/** `file:///a/folder`: the same as its path. Another machine's name in front of the path is none of ours. */
function readFolder(text: string): ProjectAddress | null {
  const path = /^file:\/\/(?:localhost)?(\/[^?#]*)$/i.exec(text)?.[1];
  if (path === undefined) return null;
  try {
    const decoded = decodeURIComponent(path);
    return decoded.includes('\0') ? null : { kind: 'folder', path: decoded };
  } catch {
    return null;
  }
}
