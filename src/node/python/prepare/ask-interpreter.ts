import type { Progress } from '../../../core/ports/cancellation';
import type { ProcessEnd } from '../../../protocol/execution';
import { confine } from '../confine';
import { interpreterFolders } from '../interpreter-folders';
import { withSignal } from '../link-signal';
import { prefixOfInterpreter } from '../resolve/find-existing';
import type { PrepareParts } from './context';

interface Question {
  readonly interpreter: string;
  readonly arguments: readonly string[];
  readonly seconds: number;
  /** Of both streams; more ends it. Absent: 4 KiB. */
  readonly outputBytes?: number;
}

type AskParts = Pick<PrepareParts, 'machine' | 'sandbox' | 'runProcess'>;

/** The text of `startInterpreter` alone. */
export async function askInterpreter(question: Question, parts: AskParts, progress: Progress): Promise<string | null> {
  return (await startInterpreter(question, parts, progress))?.text ?? null;
}

/** Starts an interpreter in the sandbox only, for a short answer on its standard output. Null: there is no sandbox. */
export async function startInterpreter(
  question: Question,
  parts: AskParts,
  progress: Progress,
): Promise<{ readonly text: string; readonly end: ProcessEnd } | null> {
  const { platform } = parts.machine;
  const { interpreter, seconds, outputBytes = 4096 } = question;
  const prefix = await prefixOfInterpreter(interpreter, platform);
  const confined = await confine(
    parts.sandbox,
    {
      command: [interpreter, ...question.arguments],
      workingFolder: platform === 'win32' ? prefix : '/tmp',
      readOnly: await interpreterFolders(interpreter, prefix, platform),
      writable: [],
      network: 'none',
      environment: { HOME: '/tmp/home', PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
    },
    { allowWeaker: false },
  );
  if (confined.kind === 'noSandbox') return null;
  const chunks: Buffer[] = [];
  const { end } = await withSignal(progress.signal, (signal) =>
    parts.runProcess({
      command: confined.command,
      limits: {
        seconds,
        memoryBytes: null,
        outputBytes,
        processes: null,
        diskBytes: null,
        diskFolder: null,
      },
      signal,
      input: null,
      onStdout: (bytes) => {
        chunks.push(bytes);
      },
      onStderr: () => undefined,
    }),
  );
  progress.signal.throwIfAborted();
  return { text: Buffer.concat(chunks).toString('utf8'), end };
}
