import type { ExceptionRecord } from '../../protocol/record/record';
import type { Execution } from '../../protocol/execution';

/** What stopped a script before the symptom. Each kind is what some edit action knows to repair. */
export type Diagnosis =
  | { readonly kind: 'missingName'; readonly name: string }
  | { readonly kind: 'missingModule'; readonly module: string }
  /** `line` counts from 1; null where Python does not say. */
  | { readonly kind: 'syntax'; readonly type: string; readonly message: string; readonly line: number | null };

const syntaxTypes: ReadonlySet<string> = new Set(['SyntaxError', 'IndentationError', 'TabError']);

function missingModuleOf(message: string): string | null {
  const module =
    /^No module named '?([A-Za-z_]\w*)'?(?:$|[;,])/.exec(message)?.[1] ??
    /^Missing optional dependency '([A-Za-z_]\w*)'/.exec(message)?.[1];
  return module ?? null;
}

/** The exception that ended a recorded execution, or null. */
export function lastException(execution: Execution): ExceptionRecord | null {
  const lines = execution.result?.record?.lines ?? [];
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = lines[index];
    if (line?.type === 'exception') return line.chain[0] ?? null;
  }
  return null;
}

/** Reads what stopped an execution from its record. Null: nothing that an edit action knows. */
export function diagnose(execution: Execution): Diagnosis | null {
  const exception = lastException(execution);
  if (!exception) return null;
  const { message } = exception;
  if (syntaxTypes.has(exception.type)) {
    const line = /\(.*line (\d+)\)$/.exec(message)?.[1];
    return { kind: 'syntax', type: exception.type, message, line: line === undefined ? null : Number(line) };
  }
  if (exception.type === 'NameError' || exception.type === 'UnboundLocalError') {
    const name = /^(?:global )?name '([^']+)' is not defined/.exec(message)?.[1];
    return name === undefined ? null : { kind: 'missingName', name };
  }
  if (exception.type === 'ModuleNotFoundError' || exception.type === 'ImportError') {
    const module = missingModuleOf(message);
    return module === null ? null : { kind: 'missingModule', module };
  }
  return null;
}
