import { satisfies, valid, validRange } from '@renovatebot/pep440';

/** Whether a specifier can be read (PEP 440); empty means any version. */
export function isSpecifier(specifier: string): boolean {
  return specifier === '' || (/^(?:===?|~=|!=|<=?|>=?)/.test(specifier.trim()) && validRange(specifier));
}

/** Whether a version meets a specifier. Versions before the release count, as they may be what is installed. */
export function meets(version: string, specifier: string): boolean {
  if (specifier === '') return true;
  return valid(version) !== null && isSpecifier(specifier) && satisfies(version, specifier, { prereleases: true });
}

/** The releases, of those given, that meet a specifier. */
export function releasesMeeting(releases: readonly string[], specifier: string): readonly string[] {
  return releases.filter((release) => meets(release, specifier));
}
