import type { ReportReadOut } from '../../protocol/report';
import type { ReproductionState } from '../../protocol/reproduction/state';
import type { ProjectWish } from '../ports/workspace';

const MOST_REVISIONS = 20;

/** Where reports name a revision: in words, in addresses of a repository's pages, and in lines of an installer. */
const places: readonly RegExp[] = [
  /\b(?:commit|revision|rev|sha|git hash|HEAD(?: is)?(?: now)? at|checked out|checkout)[\s:=`'"(]{1,6}([0-9a-f]{7,40})\b/gi,
  /\/(?:commit|commits|tree|blob|raw)\/([0-9a-f]{7,40})(?=[/\s)>#?"'`\]]|$)/gi,
  /\/(?:tree|blob|raw)\/(v?\d+(?:\.\d+){1,3}[\w.]*)(?=[/\s)>#?"'`\]]|$)/gi,
  /\bgit\+https?:\/\/[^\s@]{1,200}@([\w][\w./-]{0,100})/gi,
  /\bgit checkout (?:-[bB]? ?\S+ )?([\w][\w./-]{0,100})/gi,
];

/** Revisions that a report names, in the order in which it does, each once. Whether the project has them is for others to say. */
export function revisionsIn(report: string): readonly string[] {
  const found = places
    .flatMap((place) => [...report.matchAll(place)].map((match) => ({ at: match.index, revision: match[1] ?? '' })))
    .sort((a, b) => a.at - b.at)
    .map(({ revision }) => revision.replace(/[.,;:/]+$/, ''));
  // A hash has letters and digits; seven digits alone are a number of something else.
  const plausible = found.filter((one) => !/^\d+$/.test(one) && !/^(?:main|master|HEAD)$/i.test(one));
  return [...new Set(plausible)].slice(0, MOST_REVISIONS);
}

/** What the project is opened by. Null: there is no project. */
export function projectWish(state: ReproductionState, report: string): ProjectWish | null {
  const { options } = state;
  const { readOut } = state.report;
  if (options.project === null || readOut === null) return null;
  return wishOf({ readOut, report, asOf: options.asOf }, state.id, options.project, options.projectAt ?? null);
}

/** What a project is opened by for a report. `reproductionId` null: for a look. */
export function wishOf(
  about: { readonly readOut: ReportReadOut; readonly report: string; readonly asOf: string | null },
  reproductionId: string | null,
  project: string,
  given: string | null,
): ProjectWish {
  const { readOut, report, asOf } = about;
  return {
    ...{ reproductionId, project, given },
    revisions: revisionsIn(report),
    versions: readOut.versions.map(({ name, version }) => ({ name, version: version.replace(/^v(?=\d)/, '') })),
    day: asOf ?? readOut.date?.value ?? null,
    files: readOut.exceptions.flatMap(({ frames }) => frames.map(({ file }) => file)),
  };
}
