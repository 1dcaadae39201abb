import { message } from '../../../protocol/catalogue/catalogue';
import type { ResolutionRow } from '../../../protocol/environment';
import type { PythonKnowledge } from '../knowledge/read-knowledge';
import { isDistributionName, isSpecifier, normaliseName } from '../../../protocol/requirement';

export interface TidyRows {
  readonly rows: readonly ResolutionRow[];
  /** Names that may be installed only once they are allowed. */
  readonly unknown: readonly string[];
}

/** Normalises names, drops doubles and versions that cannot be read, and sets apart what is not on the shipped list. */
export function tidyRows(
  packages: readonly ResolutionRow[],
  allowed: readonly string[],
  knowledge: Pick<PythonKnowledge, 'isKnown'>,
): TidyRows {
  const allowedNames = new Set(allowed.map(normaliseName));
  const rows = new Map<string, ResolutionRow>();
  const unknown = new Set<string>();
  for (const row of packages) {
    if (!isDistributionName(row.name)) {
      unknown.add(row.name);
      rows.set(row.name, { ...row, specifier: '', reason: message('environment.row.invalid') });
      continue;
    }
    const name = normaliseName(row.name);
    if (name === 'python') continue;
    if (!knowledge.isKnown(name) && !allowedNames.has(name)) unknown.add(name);
    const specifier = row.specifier.replace(/\s+/g, '');
    const tidy = isSpecifier(specifier)
      ? { ...row, name, specifier }
      : { ...row, name, specifier: '', reason: message('environment.row.unreadable', { specifier: row.specifier }) };
    const earlier = rows.get(name);
    // The row that says more about the version wins; of two that do, the first.
    if (earlier === undefined || (earlier.specifier === '' && tidy.specifier !== '')) rows.set(name, tidy);
  }
  return { rows: [...rows.values()], unknown: [...unknown] };
}
