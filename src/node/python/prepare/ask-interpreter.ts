import type { Progress } from '../../../core/ports/cancellation';
import { confine } from '../confine';
import { interpreterFolders } from '../interpreter-folders';
import { withSignal } from '../link-signal';
import { prefixOfInterpreter } from '../resolve/find-existing';
import type { PrepareParts } from './context';

/** Starts an interpreter in the sandbox only, for a short answer on its standard output. Null: there is no sandbox. */
export async function askInterpreter(
  question: { readonly interpreter: string; readonly arguments: readonly string[]; readonly seconds: number },
  parts: Pick<PrepareParts, 'machine' | 'sandbox' | 'runProcess'>,
  progress: Progress,
): Promise<string | null> {
  const { platform } = parts.machine;
  const { interpreter, seconds } = question;
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
  await withSignal(progress.signal, (signal) =>
    parts.runProcess({
      command: confined.command,
      limits: {
        seconds,
        memoryBytes: null,
        outputBytes: 4096,
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
  return Buffer.concat(chunks).toString('utf8');
}
