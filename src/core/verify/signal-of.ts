import type { ProcessEnd } from '../../protocol/execution';

/** The signal that ended a process. An exit code of 128 and more is no signal: what the sandbox reports so is told apart before. */
export function signalOf(end: ProcessEnd): string | null {
  return end.kind === 'signalled' ? end.signal : null;
}
