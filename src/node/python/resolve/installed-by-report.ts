import { message } from '../../../protocol/catalogue/catalogue';
import type { ResolutionRow } from '../../../protocol/environment';
import { isDistributionName, normaliseName } from '../../../protocol/requirement';

const COMMAND = /\b(?:pip3?|conda|mamba|uv)[ \t]+(?:pip[ \t]+)?(?:install|add)[ \t]+([^\n`;|&"'(){}]{1,400})/g;
const LONGEST_SHOWN = 80;
/** Options whose next word is no package. */
const withValue: ReadonlySet<string> = new Set([
  '-c',
  '-f',
  '-i',
  '-r',
  '-e',
  '-n',
  '-t',
  '--channel',
  '--index-url',
  '--extra-index-url',
  '--find-links',
  '--requirement',
  '--editable',
  '--name',
  '--target',
]);

/**
 * Packages that the report says it installs, as in `pip install torch transformers`. Prose may follow a command, so only
 * names on the shipped list count, up to the first word that is none. Addresses, paths and options are left out.
 */
export function installedByReport(text: string, isKnown: (name: string) => boolean): readonly ResolutionRow[] {
  const rows = new Map<string, ResolutionRow>();
  for (const [whole, list = ''] of text.matchAll(COMMAND)) {
    const words = list.trim().split(/[ \t,]+/);
    for (let index = 0; index < words.length; index += 1) {
      const word = words[index] ?? '';
      if (word.startsWith('-')) {
        if (withValue.has(word)) index += 1;
        continue;
      }
      const [, written = '', exact] =
        /^([A-Za-z0-9][\w.-]*?)(?:\[[\w,-]*\])?(?:={1,3}(\d[\w.+!]*))?[.]?$/.exec(word) ?? [];
      const name = normaliseName(written);
      if (!isDistributionName(name) || !isKnown(name)) break;
      const command = whole.trim().slice(0, LONGEST_SHOWN);
      const reason = message('environment.row.installed', { command });
      if (rows.has(name)) continue;
      rows.set(
        name,
        exact === undefined
          ? { name, specifier: '', step: 'current', reason }
          : { name, specifier: `==${exact.replace(/\+.*$/, '')}`, step: 'stated', reason },
      );
    }
  }
  return [...rows.values()];
}
