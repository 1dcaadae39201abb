import type { ResolutionRow } from '../../protocol/environment';
import type { ReportReadOut } from '../../protocol/report';
import type { ReproductionOptions } from '../../protocol/reproduction/options';
import { message } from '../../protocol/catalogue/catalogue';
import type { EnvironmentRequest } from '../ports/environments';
import { normaliseName } from '../../protocol/requirement';

/** What is asked of the environments for a report: versions, day, and all that dates it. */
export function environmentRequest(wanted: {
  readonly readOut: ReportReadOut;
  /** The report's text. */
  readonly source: string;
  readonly packages: readonly ResolutionRow[];
  readonly options: Pick<
    ReproductionOptions,
    'environment' | 'python' | 'asOf' | 'allowPackages' | 'project' | 'packages' | 'leaveOut' | 'devices'
  >;
}): EnvironmentRequest {
  const { readOut, source, options } = wanted;
  const code = readOut.blocks.flatMap(({ kind, text }) => (kind === 'snippet' ? [text] : []));
  return {
    environment: options.environment,
    python: options.python,
    statedPython: readOut.versions.find(({ name }) => name === 'python')?.version ?? null,
    packages: withGiven(wanted.packages.length > 0 ? wanted.packages : frameworkRows(readOut), options.packages ?? []),
    ...(options.leaveOut === undefined ? {} : { leaveOut: options.leaveOut }),
    asOf: options.asOf ?? readOut.date?.value ?? null,
    allowPackages: options.allowPackages,
    evidence: { code, text: source },
    project: options.project,
    ...(options.devices === undefined ? {} : { devices: options.devices }),
  };
}

/** What the user wants goes before what the report says, and beside what it does not speak of. */
function withGiven(
  rows: readonly ResolutionRow[],
  given: NonNullable<ReproductionOptions['packages']>,
): readonly ResolutionRow[] {
  const reason = message('environment.row.given');
  const chosen = given.map(({ name, specifier }): ResolutionRow => ({
    name: normaliseName(name),
    specifier,
    step: 'given',
    reason,
  }));
  const isChosen = (row: ResolutionRow): boolean => chosen.some(({ name }) => name === row.name);
  return [...rows.filter((row) => !isChosen(row)), ...chosen];
}

/** A report without code is about the frameworks that it names, the first foremost. */
function frameworkRows({ frameworks }: ReportReadOut): readonly ResolutionRow[] {
  return frameworks
    .slice(0, 1)
    .map((name) => ({ name, specifier: '', step: 'current', reason: message('environment.row.framework') }));
}
