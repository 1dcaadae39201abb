import { isSpecifier } from '../../../protocol/requirement';

/** `^1.2`, `~1.2`, `1.2.*` and plain versions as Poetry and Pipenv write them, in PEP 440. Null: it cannot be said so. */
export function poetrySpecifier(written: string): string | null {
  const parts = written.split(',').map((part) => toPep440(part.trim()));
  const known = parts.flatMap((part) => part ?? []);
  const joined = known.filter((part) => part !== '').join(',');
  return known.length === parts.length && isSpecifier(joined) ? joined : null;
}

function toPep440(part: string): string | null {
  if (part === '*' || part === '') return '';
  const [, sign = '', version] = /^(\^|~(?!=)|)\s*v?(\d+(?:\.\d+)*)$/.exec(part) ?? [];
  if (version === undefined)
    return /^(?:[<>=!~]=?|===)/.test(part) ? part.replace(/\s+/g, '') : /^\d[\d.]*\*$/.test(part) ? `==${part}` : null;
  if (sign === '') return `==${version}`;
  const numbers = version.split('.').map(Number);
  const first = numbers.findIndex((one) => one > 0);
  const kept = sign === '~' ? Math.min(1, numbers.length - 1) : first < 0 ? numbers.length - 1 : first;
  const next = [...numbers.slice(0, kept), (numbers[kept] ?? 0) + 1];
  return `>=${version},<${next.join('.')}`;
}
