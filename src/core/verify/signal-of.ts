import type { ProcessEnd } from '../../protocol/execution';

const numbers: Readonly<Record<number, string>> = {
  4: 'SIGILL',
  6: 'SIGABRT',
  7: 'SIGBUS',
  8: 'SIGFPE',
  9: 'SIGKILL',
  11: 'SIGSEGV',
};

/** The signal that ended a process, also where a shell or a sandbox turned it into an exit code. */
export function signalOf(end: ProcessEnd): string | null {
  if (end.kind === 'signalled') return end.signal;
  if (end.kind !== 'exited') return null;
  return numbers[end.code < 0 ? -end.code : end.code - 128] ?? null;
}
