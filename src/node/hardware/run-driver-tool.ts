import type { Progress } from '../../core/ports/cancellation';
import { message } from '../../protocol/catalogue/catalogue';
import type { ProcessEnd } from '../../protocol/execution';
import type { ProcessLimits, RunInPty, RunProcess } from '../process/types';
import { plainText } from '../python/uv/plain-text';

/** A driver in trouble may hang its tool. */
const LIMIT_SECONDS = 15;
const LIMITS: ProcessLimits = {
  seconds: LIMIT_SECONDS,
  memoryBytes: null,
  outputBytes: 1024 * 1024,
  processes: null,
  diskBytes: null,
  diskFolder: null,
};
/** Wider than any line that is read. */
const COLUMNS = 500;
const ROWS = 50;

export interface DriverAnswer {
  readonly succeeded: boolean;
  /** All that it wrote: drivers write errors to standard output and to standard error. */
  readonly text: string;
  /** How it ended, in words. */
  readonly how: string;
}

/** How a vendor's tool is started. */
export interface ToolMachine {
  readonly runInPty: RunInPty;
  /** Where there is no pty. */
  readonly runProcess: RunProcess;
  readonly environmentBlock: Readonly<Record<string, string | undefined>>;
}

/**
 * Starts the vendor's tool, which belongs to the system and is no more confined than the system's other tools: in a pty, as a person
 * would, and on pipes where the machine gives none.
 */
export async function runDriverTool(
  command: { readonly program: string; readonly arguments: readonly string[] },
  machine: ToolMachine,
  progress: Progress,
): Promise<DriverAnswer> {
  progress.signal.throwIfAborted();
  const chunks: Buffer[] = [];
  const errors: Buffer[] = [];
  const take = (into: Buffer[]) => (bytes: Buffer) => {
    into.push(Buffer.from(bytes));
  };
  const controller = new AbortController();
  const abort = () => controller.abort();
  progress.signal.addEventListener('abort', abort);
  const common = {
    command: {
      ...command,
      workingFolder: '/',
      environment: blockFor(machine.environmentBlock),
      level: { level: 'limitsOnly', network: 'open', reason: null },
    },
    limits: LIMITS,
    signal: controller.signal,
  } as const;
  try {
    const onBytes = take(chunks);
    const shown = { columns: COLUMNS, rows: ROWS, onBytes, onControl: () => undefined };
    let { end } = await machine.runInPty({ ...common, ...shown });
    if (end.kind === 'couldNotStart') {
      const piped = { input: null, onStdout: onBytes, onStderr: take(errors) };
      ({ end } = await machine.runProcess({ ...common, ...piped }));
    }
    progress.signal.throwIfAborted();
    const text = plainText(Buffer.concat([...chunks, ...errors]).toString('utf8'));
    return { succeeded: end.kind === 'exited' && end.code === 0, text, how: wordsOf(end) };
  } finally {
    progress.signal.removeEventListener('abort', abort);
  }
}

function wordsOf(end: ProcessEnd): string {
  if (end.kind === 'exited') return message('hardware.tool.exited', { code: end.code });
  if (end.kind === 'timeLimit') return message('hardware.tool.timeLimit', { seconds: LIMIT_SECONDS });
  return end.kind === 'couldNotStart' ? end.reason : message('hardware.tool.ended', { how: end.kind });
}

/** What the tools of drivers read, in one language. */
function blockFor(block: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept = ['PATH', 'Path', 'SystemRoot', 'LD_LIBRARY_PATH'].flatMap((name) => {
    const value = block[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TERM: 'dumb', NO_COLOR: '1' };
}
