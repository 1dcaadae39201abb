import { message } from '../../../protocol/catalogue/catalogue';
import type { ResolutionRow } from '../../../protocol/environment';
import { weigh } from './releases-meeting';
import type { PythonKnowledge } from '../knowledge/read-knowledge';

/** Where nothing of a package was in the index on the day, its first release is the nearest that can be had. */
export function fromFirstRelease(
  row: ResolutionRow,
  asOf: string | null,
  knowledge: Pick<PythonKnowledge, 'releaseDatesOf'>,
): ResolutionRow {
  if (asOf === null || row.specifier !== '') return row;
  const days = [...knowledge.releaseDatesOf(row.name)];
  const [first] = days.sort(([a, one], [b, other]) => one.localeCompare(other) || weigh(a) - weigh(b));
  if (first === undefined || first[1] <= asOf) return row;
  const [version, day] = first;
  return {
    ...row,
    specifier: `==${version}`,
    reason: message('environment.row.first', { name: row.name, version, day, date: asOf }),
  };
}
