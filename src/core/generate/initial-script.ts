import type { ReportReadOut } from '../../protocol/report';
import type { Script } from '../../protocol/script';
import type { DigestOf } from '../ports/digests';
import type { PythonParser } from '../ports/python-parser';
import { firstScript } from './first-script';
import { skeletonScript } from './skeleton';

/** The script that a search starts from. `origin`: the report's own code, or a skeleton around the call that it names. */
interface InitialScript {
  readonly script: Script;
  readonly origin: 'code' | 'skeleton';
}

/** The report's code, or where it has none, the failing call that its traceback or its sentences show. Null: neither. */
export function initialScript(options: {
  readonly readOut: ReportReadOut;
  readonly source: string;
  readonly parser: PythonParser;
  readonly digestOf: DigestOf;
}): InitialScript | null {
  const code = firstScript(options);
  if (code) return { script: code, origin: 'code' };
  const skeleton = skeletonScript(options);
  return skeleton ? { script: skeleton, origin: 'skeleton' } : null;
}
