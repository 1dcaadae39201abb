import type { Progress } from '../../../core/ports/cancellation';
import { confine } from '../confine';
import { interpreterFolders } from '../interpreter-folders';
import { withSignal } from '../link-signal';
import { prefixOfInterpreter } from '../resolve/find-existing';
import type { PrepareParts } from './context';

const ASK_SECONDS = 20;
const question = 'import sys; sys.stdout.write("%d.%d.%d" % sys.version_info[:3])';

/** Asks an interpreter for its version, in the sandbox only. Null: there is no sandbox, or it does not answer. */
export async function confirmVersion(
  interpreter: string,
  parts: Pick<PrepareParts, 'machine' | 'sandbox' | 'runProcess'>,
  progress: Progress,
): Promise<string | null> {
  const { platform } = parts.machine;
  const prefix = await prefixOfInterpreter(interpreter, platform);
  const confined = await confine(
    parts.sandbox,
    {
      command: [interpreter, '-S', '-E', '-s', '-c', question],
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
        seconds: ASK_SECONDS,
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
  const answer = Buffer.concat(chunks).toString('utf8');
  return /^\d+\.\d+\.\d+$/.test(answer) ? answer : null;
}
