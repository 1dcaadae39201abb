import { isDistributionName, normaliseName } from '../../../protocol/requirement';

export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** `sha256:<hex>` of the files that may be installed. */
  readonly hashes: readonly string[];
}

/**
 * Reads what `uv pip compile --generate-hashes --no-header --no-annotate` wrote. The text comes out of the sandbox: only
 * names, exact versions and digests are taken; anything else (an address, a path, an option) gives null.
 */
export function parseLock(text: string): readonly LockedPackage[] | null {
  const joined = text.replace(/\\\r?\n/g, ' ');
  const packages: LockedPackage[] = [];
  for (const line of joined.split(/\r?\n/)) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const one = parseLine(line);
    if (one === null) return null;
    packages.push(one);
  }
  return packages.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function parseLine(line: string): LockedPackage | null {
  const [requirement = '', ...options] = line.trim().split(/\s+/);
  const [, name, version] = /^([A-Za-z0-9._-]+)==([0-9][A-Za-z0-9.!+_-]*)$/.exec(requirement) ?? [];
  if (name === undefined || version === undefined || !isDistributionName(name)) return null;
  const hashes = options.map((option) => /^--hash=(sha256:[0-9a-f]{64})$/.exec(option)?.[1]);
  const known = hashes.filter((hash) => hash !== undefined);
  if (known.length !== hashes.length || known.length === 0) return null;
  return { name: normaliseName(name), version, hashes: known };
}

/** `name==version` lines, sorted: the text whose digest names the environment. */
export function lockText(packages: readonly LockedPackage[]): string {
  return packages.map((one) => `${one.name}==${one.version}\n`).join('');
}

/** The lines for the installer, with digests. */
export function requirementText(packages: readonly LockedPackage[]): string {
  return packages
    .map((one) => `${one.name}==${one.version} ${one.hashes.map((hash) => `--hash=${hash}`).join(' ')}\n`)
    .join('');
}
