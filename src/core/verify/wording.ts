import type { ReadyEnvironment } from '../../protocol/environment';
import type { ReportReadOut } from '../../protocol/report';
import { installedVersion, satisfies } from './environment';
import { inReport, said } from './evidence';
import { failed, passed, type Answer } from './judge-input';
import type { JudgedSymptom, Shown } from './shown';

/** Libraries whose releases move together, so that the version of one tells the words of the others. A data table. */
const together: readonly (readonly string[])[] = [
  ['tensorflow', 'keras'],
  ['transformers', 'tokenizers'],
];

interface WordingInput {
  readonly symptom: JudgedSymptom;
  readonly shown: Shown;
  readonly environment: ReadyEnvironment;
  readonly readOut: ReportReadOut;
}

/**
 * Whether the run says the fault in the report's words. In the environment that the report names the match must be exact;
 * elsewhere the same fault may be reworded, by the table of message families. Null: the symptom has no words.
 */
export function judgeWording({ symptom, shown, environment, readOut }: WordingInput): Answer | null {
  if (symptom.kind !== 'exception' || !symptom.message) return null;
  const { reworded } = shown;
  if (!reworded) return passed(said('verdict.ownWords'));
  const names = together.find((group) => group.includes(reworded.package)) ?? [reworded.package];
  const actual = installedVersion(reworded.package, environment);
  const library = actual === null ? reworded.package : `${reworded.package} ${actual}`;
  const same = said('verdict.reworded', { fault: reworded.fault, library });
  const stated = readOut.versions.filter(({ name }) => names.includes(name));
  const met = stated.filter(({ name, version }) => satisfies(installedVersion(name, environment) ?? '', version));
  // Words that a reporter did not print may be anyone's.
  const printed = readOut.exceptions.some(({ span }) => span.start === symptom.span?.start);
  const [first] = met;
  if (!printed || !first || met.length < stated.length) return passed(same);
  return failed(inReport(first.span, 'verdict.rewordedAtHome', { library: `${first.name} ${first.version}` }));
}
