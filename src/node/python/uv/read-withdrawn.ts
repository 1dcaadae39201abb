import { normaliseName } from '../../../protocol/requirement';
import type { Withdrawn } from '../../../protocol/environment';

const LONGEST_REASON = 200;
const WARNING = /`([\w.-]+)==([\w.+!-]+)` is yanked(?: \(reason: "([^\r\n]*)"\))?/g;

/** Releases that the installer names as withdrawn, of those that it was to install: it takes one that is asked for by its exact number. */
export function readWithdrawn(
  text: string,
  packages: readonly { readonly name: string; readonly version: string }[],
): readonly Withdrawn[] {
  const found = new Map<string, Withdrawn>();
  for (const [, written = '', version = '', reason = ''] of text.matchAll(WARNING)) {
    const name = normaliseName(written);
    if (!packages.some((one) => one.name === name && one.version === version)) continue;
    found.set(name, { name, version, reason: reason.slice(0, LONGEST_REASON) });
  }
  return [...found.values()];
}
