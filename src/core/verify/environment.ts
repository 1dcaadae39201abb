import type { MessageKey } from '../../protocol/catalogue/catalogue';
import type { ReadyEnvironment } from '../../protocol/environment';
import type { ReportReadOut, StatedVersion } from '../../protocol/report';
import type { Evidence } from '../../protocol/verdict';
import { inReport, said } from './evidence';
import { passed, type Answer } from './judge-input';
import { normaliseName } from '../../protocol/requirement';

/** Distributions that hold the same code under several names. A data table. */
const sameCode: readonly (readonly string[])[] = [
  ['tensorflow', 'tensorflow-cpu', 'tensorflow-gpu', 'tensorflow-intel', 'tensorflow-macos'],
  ['pytorch-lightning', 'lightning'],
  ['opencv-python', 'opencv-python-headless'],
];

/** Compares the environment with the versions that the report states. The nearest passes too, and the evidence says what differs. */
export function judgeEnvironment(environment: ReadyEnvironment, readOut: ReportReadOut): Answer {
  const byName = new Map<string, StatedVersion[]>();
  for (const version of readOut.versions) byName.set(version.name, [...(byName.get(version.name) ?? []), version]);
  const met: Evidence[] = [];
  const differing: Evidence[] = [];
  for (const [name, stated] of byName) {
    const actual = installedVersion(name, environment);
    const fits = actual === null ? undefined : stated.find((version) => satisfies(actual, version.version));
    const [first] = stated;
    const shownName = name === 'python' ? 'Python' : name;
    if (fits && actual !== null)
      met.push(inReport(fits.span, metWords(fits, actual), { name: shownName, version: actual, stated: fits.version }));
    else if (first && actual !== null) {
      differing.push(
        inReport(first.span, first.source === 'path' ? 'verdict.pathDiffers' : 'verdict.versionDiffers', {
          name: shownName,
          stated: first.version,
          actual,
        }),
      );
    } else if (first && first.source === 'text') {
      differing.push(inReport(first.span, 'verdict.versionAbsent', { name: shownName, stated: first.version }));
    }
  }
  // What was compared with the report above is not told again in other words.
  const compared = [...byName.keys()].filter((name) => installedVersion(name, environment) !== null).flatMap(namesOf);
  const told = environment.differences
    .filter((text) => !compared.some((name) => text.toLowerCase().startsWith(`${name} `)))
    .map((text): Evidence => ({ text, reference: null }));
  if (differing.length + told.length > 0) {
    return passed(
      said(environment.kind === 'reprise' ? 'verdict.nearestEnvironment' : 'verdict.foundEnvironment', {
        python: environment.pythonVersion,
      }),
      ...differing,
      ...told,
      ...met,
    );
  }
  if (met.length > 0) return passed(...met);
  return passed(said('verdict.noVersionsStated', { python: environment.pythonVersion }));
}

/** What a fitting version may be called: only a version that the report gives in full is the one that it states. */
function metWords({ version, source }: StatedVersion, actual: string): MessageKey {
  if (source === 'path') return 'verdict.pathMet';
  return version.split('+')[0] === actual.split('+')[0] ? 'verdict.versionMet' : 'verdict.seriesMet';
}

function namesOf(name: string): readonly string[] {
  return sameCode.find((group) => group.includes(name)) ?? [name];
}

/** Null: it is not installed. `python` stands for the interpreter. */
export function installedVersion(name: string, environment: ReadyEnvironment): string | null {
  if (name === 'python') return environment.pythonVersion;
  const names = namesOf(name);
  return environment.packages.find((item) => names.includes(normaliseName(item.name)))?.version ?? null;
}

/** `1.13` is met by 1.13.1; a build's local part does not count. */
export function satisfies(actual: string, stated: string): boolean {
  const own = (actual.split('+')[0] ?? '').split('.');
  const wanted = (stated.split('+')[0] ?? '').split('.');
  return wanted.every((part, index) => part === 'x' || part === (own[index] ?? '0'));
}
