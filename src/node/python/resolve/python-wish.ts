import { isAbsolute } from 'node:path';

/** What the user wrote for `--python`: a release, a path, or words that are neither. */
export type PythonWish =
  | { readonly kind: 'release'; readonly release: string }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'words' };

export function readPythonWish(given: string): PythonWish {
  const text = given.trim();
  const release = /^(?:python\s*)?(\d+\.\d+(?:\.\d+)?)$/i.exec(text)?.[1];
  if (release !== undefined) return { kind: 'release', release };
  return isAbsolute(text) ? { kind: 'path', path: text } : { kind: 'words' };
}
