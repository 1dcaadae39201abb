import type { Progress } from '../../core/ports/cancellation';
import type { RunProcess } from '../process/types';

/** A driver in trouble may hang its tool. */
const LIMIT_SECONDS = 15;
const OUTPUT_BYTES = 1024 * 1024;

export interface DriverAnswer {
  readonly succeeded: boolean;
  /** Standard output, then standard error: drivers write errors to either. */
  readonly text: string;
  /** How it ended, such as `exited 9` or `timeLimit`. */
  readonly how: string;
}

/** Starts the vendor's tool, which belongs to the system and is no more confined than the system's other tools. */
export async function runDriverTool(
  command: { readonly program: string; readonly arguments: readonly string[] },
  machine: { readonly runProcess: RunProcess; readonly environmentBlock: Readonly<Record<string, string | undefined>> },
  progress: Progress,
): Promise<DriverAnswer> {
  progress.signal.throwIfAborted();
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  const controller = new AbortController();
  const abort = () => controller.abort();
  progress.signal.addEventListener('abort', abort);
  try {
    const { end } = await machine.runProcess({
      command: {
        ...command,
        workingFolder: '/',
        environment: blockFor(machine.environmentBlock),
        level: { level: 'limitsOnly', network: 'open', reason: null },
      },
      limits: {
        seconds: LIMIT_SECONDS,
        memoryBytes: null,
        outputBytes: OUTPUT_BYTES,
        processes: null,
        diskBytes: null,
        diskFolder: null,
      },
      signal: controller.signal,
      input: null,
      onStdout: (bytes) => {
        stdout.push(bytes);
      },
      onStderr: (bytes) => {
        stderr.push(bytes);
      },
    });
    progress.signal.throwIfAborted();
    const succeeded = end.kind === 'exited' && end.code === 0;
    const how = end.kind === 'exited' ? `exited ${end.code}` : end.kind;
    return { succeeded, text: Buffer.concat([...stdout, ...stderr]).toString('utf8'), how };
  } finally {
    progress.signal.removeEventListener('abort', abort);
  }
}

/** What the tools of drivers read, in one language. */
function blockFor(block: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept = ['PATH', 'Path', 'SystemRoot', 'LD_LIBRARY_PATH'].flatMap((name) => {
    const value = block[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}
