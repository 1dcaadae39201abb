import type { ExceptionRecord, RecordLineOf } from '../../protocol/record/record';
import type { PrintedException } from '../../protocol/report';
import { parsePrintedExceptions } from '../report/parse-printed-exceptions';
import { splitLines } from '../report/split-lines';
import type { FinishedExecution } from './judge-input';

/** The chain of the exception that ended a recorded run, the ending one first. Empty: none. */
export function chainOf(execution: FinishedExecution): readonly ExceptionRecord[] {
  const lines = execution.result.record?.lines ?? [];
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at];
    if (line?.type === 'exception') return line.chain;
  }
  return [];
}

export function warningsOf(execution: FinishedExecution): readonly RecordLineOf<'warning'>[] {
  return (execution.result.record?.lines ?? []).filter((line) => line.type === 'warning');
}

/** The exceptions that the run printed. The file on disk may hold more; the last part is what ended the run. */
export function printedBy(execution: FinishedExecution): readonly PrintedException[] {
  return parsePrintedExceptions(splitLines(execution.result.stderr.tail));
}

/** Exit status as the record tells it, else as the process ended. Null: it did not end by itself. */
export function exitCodeOf(execution: FinishedExecution): number | null {
  const finished = execution.result.record?.lines.find((line) => line.type === 'finished');
  if (finished?.type === 'finished') return finished.exitCode;
  return execution.result.end.kind === 'exited' ? execution.result.end.code : null;
}

/** `Type: message` on one line, as Python would print its beginning. */
export function headline(exception: { readonly type: string; readonly message: string }): string {
  const [first = ''] = exception.message.trim().split('\n');
  return first === '' ? exception.type : `${exception.type}: ${first.slice(0, 300)}`;
}
