import type { Execution } from '../../protocol/execution';
import type { Symptom } from '../../protocol/symptom';
import { lastMatch, lastMatchIndex } from '../execute/last-match';
import { diagnose, lastException } from './diagnosis';

/** An installed package that ended a run while it was imported. */
export interface LibraryFault {
  /** Distribution whose own code was running. */
  readonly distribution: string;
  /** Class of the exception. */
  readonly type: string;
  readonly message: string;
}

/** What has a remedy of its own, wherever it is raised. */
const REMEDIED: ReadonlySet<string> = new Set(['missingModule', 'noDevice', 'noNetwork', 'missingFile', 'noInput']);

/**
 * The package that failed as a statement of the script imported it: its modules were still being run. No data and no other line of
 * the script can change that. Null: the run ended otherwise, or the report is of an exception of that class.
 */
export function libraryAtImport(execution: Execution, symptoms: readonly Symptom[]): LibraryFault | null {
  const exception = lastException(execution);
  const kind = diagnose(execution)?.kind ?? '';
  if (!exception || REMEDIED.has(kind)) return null;
  const { frames, type, message } = exception;
  const caller = lastMatchIndex(frames, ({ place }) => place === 'script' || place === 'project');
  if (!/^\s*(?:import|from)\s/.test(frames[caller]?.code ?? '')) return null;
  const beneath = frames.slice(caller + 1);
  const running = lastMatch(beneath, ({ place, function: name }) => place === 'distribution' && name === '<module>');
  const isReported = symptoms.some(
    (symptom) => symptom.kind === 'exception' && symptom.type.split('.').at(-1) === type.split('.').at(-1),
  );
  const distribution = running?.distribution?.name;
  return distribution === undefined || isReported ? null : { distribution, type, message };
}
