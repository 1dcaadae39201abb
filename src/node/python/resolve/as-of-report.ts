import type { EnvironmentRequest } from '../../../core/ports/environments';
import { message } from '../../../protocol/catalogue/catalogue';
import type { ResolutionRow } from '../../../protocol/environment';
import { dayBeside, newestRelease, type DatedRelease } from '../era/dates';
import type { EraEvidence, EraFact } from '../era/era-facts';
import { factsOfWordings } from '../era/facts-of-wordings';
import { matchEras, specifierOfEra, type Era } from '../era/match-era';
import type { PythonKnowledge } from '../knowledge/read-knowledge';

export interface DatedRows {
  readonly rows: readonly ResolutionRow[];
  /** Uploads after this day are left out. */
  readonly asOf: string | null;
  readonly asOfReason: string | null;
}

type Tables = Pick<PythonKnowledge, 'eras' | 'wordings' | 'releaseDatesOf'>;

/**
 * The versions of the report's time, by the steps of section 7 of the design: what is stated or declared stays; else the
 * report's day decides; else the era that its code and messages speak; else today. A day that nobody gave is taken from
 * the releases that are stated, or from the end of the era, so that the packages beside them are of that time too.
 */
export function asOfReport(
  rows: readonly ResolutionRow[],
  request: Pick<EnvironmentRequest, 'asOf' | 'evidence'>,
  context: { readonly knowledge: Tables; readonly today: string },
): DatedRows {
  const { asOf, evidence } = request;
  if (asOf !== null) {
    const reason = message('environment.row.date', { date: asOf });
    return {
      rows: rows.map((row) => (isOpen(row) ? { ...row, ofDay: true, step: 'date', reason } : row)),
      asOf,
      asOfReason: reason,
    };
  }
  const { knowledge, today } = context;
  const eras = evidence === undefined ? [] : erasOf(evidence, knowledge);
  const ofTheEra = withEraRows(rows, eras).map((row) => dateByEra(row, eras));
  const beside = dayOfRows(ofTheEra, eras, { knowledge, today });
  if (beside === null) return { rows: ofTheEra, asOf: null, asOfReason: null };
  const { day, release } = beside;
  const reason = message('environment.row.beside', { date: day, name: release.name, version: release.version });
  const step = ofTheEra.find(({ name }) => name === release.name)?.step ?? 'era';
  return {
    rows: ofTheEra.map((row) => (isOpen(row) ? { ...row, ofDay: true, step, reason } : row)),
    asOf: day,
    asOfReason: reason,
  };
}

/** The tables of eras go first: they were made to date, the wordings to compare messages. */
function erasOf(evidence: EraEvidence, { eras, wordings }: Tables): readonly Era[] {
  return matchEras([...eras, ...factsOfWordings(wordings, evidence)], evidence);
}

/** Today's releases of the same packages. */
export function asOfToday(rows: readonly ResolutionRow[]): DatedRows {
  const reason = message('environment.row.current');
  return {
    rows: rows.map(({ name }) => ({ name, specifier: '', step: 'current', reason })),
    asOf: null,
    asOfReason: null,
  };
}

function isOpen({ specifier, step }: ResolutionRow): boolean {
  return specifier === '' && step === 'current';
}

/** Where nothing names a package, the one that the messages speak of is wanted. */
function withEraRows(rows: readonly ResolutionRow[], eras: readonly Era[]): readonly ResolutionRow[] {
  if (rows.length > 0) return rows;
  return eras
    .filter(({ facts }) => facts.some(({ kind }) => kind === 'message'))
    .map(({ of }) => ({ name: of, specifier: '', step: 'current', reason: '' }));
}

function dateByEra(row: ResolutionRow, eras: readonly Era[]): ResolutionRow {
  const era = eras.find(({ of }) => of === row.name);
  if (!isOpen(row) || era === undefined) return row;
  return { ...row, specifier: specifierOfEra(era), step: 'era', reason: message('environment.row.era', told(era)) };
}

/** The fact that sets the later end is the one to show, as it is what keeps the newest release away. */
function told(era: Era): { readonly what: string; readonly range: string; readonly source: string } {
  const fact = era.facts.find(({ went }) => went !== null && went === era.before) ?? era.facts[0];
  const range = `${era.of} ${specifierOfEra(era)}`;
  return { what: fact === undefined ? '' : quoted(fact), range, source: fact?.source ?? '' };
}

function quoted(fact: EraFact): string {
  return fact.kind === 'argument' ? `${fact.call}(${fact.text}=…)` : fact.text;
}

function dayOfRows(
  rows: readonly ResolutionRow[],
  eras: readonly Era[],
  context: { readonly knowledge: Tables; readonly today: string },
): { readonly day: string; readonly release: DatedRelease } | null {
  // An era that is open at its end says nothing of a day.
  const tells = ({ name, step }: ResolutionRow) =>
    step === 'stated' ||
    step === 'files' ||
    (step === 'era' && eras.some((era) => era.of === name && era.before !== null));
  const releases = rows
    // A bound from below alone is met by today's release.
    .filter((row) => /[=~]=|</.test(row.specifier.replace(/[!>]=/g, '')) && tells(row))
    .flatMap(({ name, specifier }) => newestRelease(name, specifier, context.knowledge.releaseDatesOf(name)) ?? []);
  const [release] = [...releases].sort((a, b) => (a.day < b.day ? 1 : -1));
  const day = dayBeside(releases, context.today);
  return release === undefined || day === null ? null : { day, release };
}
