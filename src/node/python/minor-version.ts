/** `3.11` of `3.11.7`; null where the text holds no release. */
export function minorOf(version: string): string | null {
  return /^(\d+)\.(\d+)/.exec(version)?.[0] ?? null;
}

/** Orders releases such as `3.9` and `3.11`; a later one gives the larger number. */
export function minorRank(minor: string): number {
  const [major = '0', second = '0'] = minor.split('.');
  return Number(major) * 1000 + Number(second);
}
