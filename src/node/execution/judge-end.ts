import { constants } from 'node:os';
import { message } from '../../protocol/catalogue/catalogue';
import type { ProcessEnd, SandboxLevel } from '../../protocol/execution';
import type { ExecutionRecord } from '../../protocol/record/record';

export interface EndedRun {
  readonly end: ProcessEnd;
  readonly level: SandboxLevel['level'];
  readonly stdoutBytes: number;
  readonly stderr: string;
  readonly record: ExecutionRecord | null;
}

/** Tells the end of a script from that of the sandbox around it, where the process alone does not. Pure. */
export function judgeEnd({ end, level, stdoutBytes, stderr, record }: EndedRun): ProcessEnd {
  // Refusals of bubblewrap, of the program by which root becomes nobody, and of a control group: one line by their name, nothing of a script.
  const names = level === 'bubblewrap' ? /^(bwrap|setpriv|control group): [^\n]*\n?$/ : /^control group: [^\n]*\n?$/;
  const isRefusal = names.test(stderr) && stdoutBytes === 0 && (record?.lines.length ?? 0) === 0;
  if (end.kind === 'exited' && end.code !== 0 && isRefusal) {
    return { kind: 'couldNotStart', reason: message('execution.sandboxFailed', { detail: stderr.trim() }) };
  }
  if (level !== 'bubblewrap') return end;
  // bubblewrap tells a death by a signal as a code; a script that exits with such a code says so in its record.
  const finished = record?.lines.find((line) => line.type === 'finished');
  if (end.kind === 'signalled' && finished?.type === 'finished') {
    const code = 128 + (constants.signals[end.signal as NodeJS.Signals] ?? 0);
    if (finished.exitCode === code) return { kind: 'exited', code };
  }
  return end;
}
