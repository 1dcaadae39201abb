/**
 * Holds a pty open behind a program: runs it, prints a private mark with its exit code, and ends only when the mark comes back.
 * A pty throws away what was not read yet when its last program ends. The script text is fixed; mark and command are arguments.
 * A signal from the keyboard reaches the program and not this; once the program is over there are none, since each would also
 * throw away what waits to be read, the mark with it. Fifty failed reads mean that nobody will answer any more.
 */
const LAUNCHER = [
  'mark=$1; shift',
  'trap : INT QUIT TSTP HUP',
  '"$@"',
  'code=$?',
  'trap "" INT QUIT TSTP',
  '/bin/stty -isig 2>/dev/null',
  'printf "%s%d;" "$mark" "$code"',
  'tries=0',
  'while [ "$tries" -lt 50 ]; do',
  '  if read -r answer; then [ "$answer" = "$mark" ] && break; else tries=$((tries + 1)); fi',
  'done',
].join('\n');

/** The shell that every system with ptys has; inside Electron there is no other interpreter to count on. */
export const LAUNCHER_PROGRAM = '/bin/sh';

export function launcherArguments(mark: string, command: readonly string[]): readonly string[] {
  return ['-c', LAUNCHER, 'sh', mark, ...command];
}

/** What the launcher waits for. The first line end closes a line that the user left unfinished. */
export function answerTo(mark: string): string {
  return `\n${mark}\n`;
}
