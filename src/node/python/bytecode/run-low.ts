import type { Sandbox } from '../../../core/ports/sandbox';
import type { RunProcess } from '../../process/types';
import { confine, type Confining } from '../confine';

export interface LowParts {
  readonly dataFolder: string;
  readonly platform: NodeJS.Platform;
  readonly sandbox: Sandbox;
  readonly runProcess: RunProcess;
}

/** Runs a program of an environment, confined and with nobody waiting for it. False: there is no sandbox, or it failed. */
export async function runLow(
  { sandbox, runProcess }: LowParts,
  confining: Omit<Confining, 'network' | 'workingFolder'>,
  limits: { readonly seconds: number; readonly signal: AbortSignal },
): Promise<boolean> {
  const inside = { ...confining, workingFolder: '/tmp', network: 'none' } as const;
  const confined = await confine(sandbox, inside, { allowWeaker: false });
  // Without a sandbox nothing of an environment is started only to save time.
  if (confined.kind === 'noSandbox') return false;
  const none = { memoryBytes: null, outputBytes: null, processes: null, diskBytes: null, diskFolder: null };
  const { end } = await runProcess({
    command: confined.command,
    limits: { ...none, seconds: limits.seconds },
    signal: limits.signal,
    input: null,
    onStdout: () => undefined,
    onStderr: () => undefined,
  });
  return end.kind === 'exited' && end.code === 0;
}
