import { constants } from 'node:os';
import type { SandboxLevel } from '../../protocol/execution';
import type { ProcessEnd } from '../../protocol/execution';

/**
 * Says how a program ended. A program that stands between (bubblewrap, a shell) reports a death by signal N as code 128 + N; a
 * program that itself exits with such a code cannot be told from it there.
 */
export function describeExit(exit: {
  readonly code: number | null;
  readonly signal: string | null;
  readonly level: SandboxLevel['level'];
}): ProcessEnd {
  if (exit.signal !== null) return { kind: 'signalled', signal: exit.signal };
  const code = exit.code ?? 0;
  const signal = exit.level === 'bubblewrap' ? signalOfCode(code) : null;
  return signal === null ? { kind: 'exited', code } : { kind: 'signalled', signal };
}

/** Name of the signal that an exit code of 128 + N stands for, or null. */
export function signalOfCode(code: number): string | null {
  const found = Object.entries(constants.signals).find(([, number]) => number === code - 128);
  return found?.[0] ?? null;
}
