import type { FinishedExecution } from './judge-input';

const frame = /^ {2}File "([^"]*)", line (\d+) in /;

/**
 * The line of the script at which the interpreter died, by what Python's fault handler, which the runner switches on,
 * prints as the last thing: innermost line of the thread that crashed. Null: nothing was printed, or no line of the script stood on it.
 */
export function crashLine(execution: FinishedExecution): number | null {
  const { stderr, record } = execution.result;
  const from = stderr.tail.lastIndexOf('Fatal Python error: ');
  if (from < 0) return null;
  const lines = stderr.tail.slice(from).split('\n');
  const current = lines.findIndex((line) => line.startsWith('Current thread '));
  if (current < 0) return null;
  const header = record?.lines[0];
  const script = fileName(header?.type === 'header' ? (header.argv[0] ?? '') : '');
  for (const line of lines.slice(current + 1)) {
    const [, file, number] = frame.exec(line) ?? [];
    if (file === undefined) return null;
    if (fileName(file) === script) return Number(number);
  }
  return null;
}

/** A file's own name, of a path of any system. */
export function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
