import type { EnvironmentSummary } from '../../../protocol/environment';

export const filters = ['all', 'ours', 'frameworks', 'broken'] as const;
export type Filter = (typeof filters)[number];

/** Those that a filter and every word of a search leave, in their order. */
export function filterEnvironments(
  environments: readonly EnvironmentSummary[],
  filter: Filter,
  search: string,
): readonly EnvironmentSummary[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return environments.filter((one) => {
    if (!passes(one, filter)) return false;
    const text = textOf(one);
    return words.every((word) => text.includes(word));
  });
}

function passes({ ours, broken, frameworks }: EnvironmentSummary, filter: Filter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'ours':
      return ours;
    case 'frameworks':
      return frameworks.length > 0;
    case 'broken':
      return broken !== null;
  }
}

function textOf({ name, kind, prefix, pythonVersion, frameworks, madeBy, cuda }: EnvironmentSummary): string {
  const versions = frameworks.map((one) => `${one.name} ${one.version}`);
  const built = typeof cuda === 'string' ? `cuda ${cuda}` : '';
  return [name, kind, prefix, `python ${pythonVersion ?? ''}`, madeBy ?? '', built, ...versions]
    .join(' ')
    .toLowerCase();
}
