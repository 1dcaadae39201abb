import type { ResolutionRow } from '../../protocol/environment';
import type { ReportReadOut } from '../../protocol/report';
import type { ReproductionOptions } from '../../protocol/reproduction/options';
import { message } from '../../protocol/catalogue/catalogue';
import type { EnvironmentRequest } from '../ports/environments';

/** What is asked of the environments for a report: versions, day, and all that dates it. */
export function environmentRequest(wanted: {
  readonly readOut: ReportReadOut;
  /** The report's text. */
  readonly source: string;
  readonly packages: readonly ResolutionRow[];
  readonly options: Pick<ReproductionOptions, 'environment' | 'python' | 'asOf' | 'allowPackages' | 'project'>;
}): EnvironmentRequest {
  const { readOut, source, options } = wanted;
  const code = readOut.blocks.flatMap(({ kind, text }) => (kind === 'snippet' ? [text] : []));
  return {
    environment: options.environment,
    python: options.python,
    statedPython: readOut.versions.find(({ name }) => name === 'python')?.version ?? null,
    packages: wanted.packages.length > 0 ? wanted.packages : frameworkRows(readOut),
    asOf: options.asOf ?? readOut.date?.value ?? null,
    allowPackages: options.allowPackages,
    evidence: { code, text: source },
    project: options.project,
  };
}

/** A report without code is about the frameworks that it names, the first foremost. */
function frameworkRows({ frameworks }: ReportReadOut): readonly ResolutionRow[] {
  return frameworks
    .slice(0, 1)
    .map((name) => ({ name, specifier: '', step: 'current', reason: message('environment.row.framework') }));
}
