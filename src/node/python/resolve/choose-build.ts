import { message } from '../../../protocol/catalogue/catalogue';
import type { ResolutionRow } from '../../../protocol/environment';
import type { PythonKnowledge } from '../knowledge/read-knowledge';
import { isExact, meets, weigh } from './releases-meeting';

export interface BuildQuestion {
  /** As Node names them. */
  readonly platform: NodeJS.Platform;
  readonly architecture: string;
  /** Whether runs may use a graphics card of this machine. */
  readonly usesCards: boolean;
  /** The user's index of builds for processors; null: none. */
  readonly cpuIndex: string | null;
  /** Exact release that is expected of a row; null: not known. */
  readonly releaseOf: (row: ResolutionRow) => string | null;
  /** Bytes on disk that are asked about, of a package with what it brings; null: none. */
  readonly askedBytesOf: (row: ResolutionRow) => number | null;
  readonly knowledge: Pick<PythonKnowledge, 'cpuBuilds' | 'heavyPartsOf'>;
}

/**
 * The build of a package that goes with a machine without a card: the same code under another name, where it was published in the
 * wanted release, or from the index of such builds. The row says so. What the user gave stays as it is.
 */
export function chooseBuild(row: ResolutionRow, question: BuildQuestion): ResolutionRow {
  const { platform, architecture, usesCards, knowledge } = question;
  if (usesCards || row.step === 'given' || platform !== 'linux' || architecture !== 'x64') return row;
  const other = knowledge.cpuBuilds.insteadOf.find(({ name }) => name === row.name);
  if (other !== undefined && isPublished(other, row, question)) {
    return {
      ...row,
      name: other.build,
      insteadOf: { name: row.name, bytes: question.askedBytesOf(row) },
      reason: `${row.reason} ${message('environment.row.cpuBuild', { build: other.build, name: row.name })}`.trim(),
    };
  }
  return fromOwnIndex(row, question);
}

function isPublished(
  build: PythonKnowledge['cpuBuilds']['insteadOf'][number],
  row: ResolutionRow,
  { releaseOf }: BuildQuestion,
): boolean {
  const release = releaseOf(row);
  // Of an open row with no day nothing older than today's comes.
  if (release === null) return row.specifier === '';
  if (meets(release, build.releases)) return isExact(row.specifier);
  return weigh(release) >= weigh(build.since);
}

function fromOwnIndex(row: ResolutionRow, { knowledge, cpuIndex, platform, releaseOf }: BuildQuestion): ResolutionRow {
  const { ownIndex } = knowledge.cpuBuilds;
  const brings = knowledge.heavyPartsOf(row.name, row.specifier, platform).some(({ name }) => ownIndex.includes(name));
  if (cpuIndex === null || !(ownIndex.includes(row.name) || brings)) return row;
  const note = message('environment.row.cpuIndex', { host: new URL(cpuIndex).host });
  // That index tells no days of uploads, so the release of the day is named.
  const release = ownIndex.includes(row.name) && row.specifier === '' ? releaseOf(row) : null;
  return {
    ...row,
    specifier: release === null ? row.specifier : `==${release}`,
    fromCpuIndex: true,
    reason: `${row.reason} ${note}`.trim(),
  };
}
