import { parse, satisfies, valid } from '@renovatebot/pep440';
import { isSpecifier } from '../../../protocol/requirement';

/** Whether a version meets a specifier. Versions before the release count, as they may be what is installed. */
export function meets(version: string, specifier: string): boolean {
  if (specifier === '') return true;
  return valid(version) !== null && isSpecifier(specifier) && satisfies(version, specifier, { prereleases: true });
}

/** Whether a specifier names one release. */
export function isExact(specifier: string): boolean {
  return /^={2,3}[^*,]+$/.test(specifier);
}

/** The releases, of those given, that meet a specifier. */
export function releasesMeeting(releases: readonly string[], specifier: string): readonly string[] {
  return releases.filter((release) => meets(release, specifier));
}

/** One number to order and compare releases by their first three parts; 0 for what is no version. */
export function weigh(version: string): number {
  const [major = 0, minor = 0, patch = 0] = parse(version)?.release ?? [];
  return major * 1_000_000 + minor * 1_000 + patch;
}
