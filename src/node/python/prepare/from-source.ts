import { normaliseName } from '../../../protocol/requirement';

/** Packages that had no ready-made file yet on a day, of those that may be built. Without a day: those that never had one. */
export function builtByDay(sourceOnly: ReadonlyMap<string, string | null>, day: string | null): readonly string[] {
  return [...sourceOnly].flatMap(([name, from]) => (from === null || (day !== null && day < from) ? [name] : []));
}

/** Packages that the installer wanted ready-made and did not find so, of those that may be built. Wording seen with uv 0.13.9. */
export function builtOnDemand(text: string, sourceOnly: ReadonlyMap<string, string | null>): readonly string[] {
  const words = text.replace(/\s+/g, ' ');
  const hinted = [...words.matchAll(/Wheels are required for `([\w.-]{1,100})`/g)].map(([, name = '']) => name);
  const blamed = words
    .split(/ has no (?:usable )?wheels/)
    .slice(0, -1)
    .map(lastName);
  const named = [...hinted, ...blamed].map(normaliseName);
  return [...new Set(named)].filter((name) => sourceOnly.has(name));
}

/** `absl-py` of a text that ends with `absl-py>=0.1.6`. */
function lastName(text: string): string {
  return /^[\w.-]+/.exec(text.slice(text.lastIndexOf(' ') + 1))?.[0] ?? '';
}
