import { compare, parse, satisfies, valid, validRange } from '@renovatebot/pep440';
import type { PublishedRelease } from '../../../protocol/environment';
import { minorOf, minorRank } from '../minor-version';
import { normaliseName } from '../../../protocol/requirement';
import { fitsMachine, readWheelName, type WheelPlace } from './fits-machine';
import type { IndexFile } from './parse-index-page';

/** Files of a distribution as its releases in the order of PEP 440, each with the interpreters, of those at hand, that it has files for. */
export function collectReleases(options: {
  readonly name: string;
  readonly files: readonly IndexFile[];
  /** Versions of the interpreters at hand, such as `3.11.7`. */
  readonly interpreters: readonly string[];
  readonly place: WheelPlace;
  /** It may be built from source. */
  readonly fromSource: boolean;
}): readonly PublishedRelease[] {
  const { name, files, interpreters, place, fromSource } = options;
  const byVersion = new Map<string, { readonly version: string; readonly files: IndexFile[] }>();
  for (const file of files) {
    const version = versionOf(file.name, name);
    if (version === null || valid(version) === null) continue;
    const key = canonical(version);
    const known = byVersion.get(key);
    if (known) known.files.push(file);
    else byVersion.set(key, { version, files: [file] });
  }
  return [...byVersion.values()]
    .map(({ version, files: own }): PublishedRelease => {
      const parsed = parse(version);
      const days = own.flatMap(({ day }) => day ?? []).sort();
      const usable = own.filter((file) => readWheelName(file.name) !== null || fromSource);
      const pythons = interpreters.filter((python) => usable.some((file) => serves(file, python, place)));
      return {
        version,
        day: days[0] ?? null,
        yanked: own.every(({ yanked }) => yanked),
        prerelease: parsed !== null && (parsed.pre !== null || parsed.dev !== null),
        pythons: [...new Set(pythons.flatMap((python) => minorOf(python) ?? []))].sort(
          (a, b) => minorRank(a) - minorRank(b),
        ),
      };
    })
    .sort((a, b) => compare(a.version, b.version));
}

function serves(file: IndexFile, python: string, place: WheelPlace): boolean {
  const { pythons } = file;
  if (pythons !== null && validRange(pythons) && !satisfies(python, pythons, { prereleases: true })) return false;
  const wheel = readWheelName(file.name);
  return wheel === null || wheel.tags.some((tag) => fitsMachine(tag, python, place));
}

/** The version that a file's name holds; null: it is no wheel and no source of this distribution. */
function versionOf(file: string, name: string): string | null {
  const wheel = readWheelName(file);
  if (wheel !== null) return wheel.version;
  const stem = /^(.+)\.(?:tar\.gz|zip|tar\.bz2)$/.exec(file)?.[1];
  if (stem === undefined) return null;
  // A name may hold hyphens, and so may an old version: the name that is asked for tells where it ends.
  for (let at = stem.indexOf('-'); at > 0; at = stem.indexOf('-', at + 1)) {
    if (normaliseName(stem.slice(0, at)) === normaliseName(name)) return stem.slice(at + 1);
  }
  return null;
}

/** Two spellings of one version: `1.0` and `1.0.0`, `1.0rc1` and `1.0.0-rc.1`. */
function canonical(version: string): string {
  const parsed = parse(version);
  if (parsed === null) return version;
  const release = [...parsed.release];
  while (release.length > 1 && release.at(-1) === 0) release.pop();
  return JSON.stringify([parsed.epoch, release, parsed.pre, parsed.post, parsed.dev, parsed.local]);
}
