import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Progress } from '../../../core/ports/cancellation';
import { confine } from '../confine';
import { withSignal } from '../link-signal';
import { bootstrapUv, type Bootstrapped } from '../uv/bootstrap-uv';
import { installerBlock } from '../uv/environment-block';
import { findUv } from '../uv/find-uv';
import type { Installer } from '../installer';
import type { PrepareParts } from './context';

/** Options and variables that we use are known from this version on. */
const OLDEST: readonly [number, number] = [0, 5];
const ASK_SECONDS = 20;

/** A uv that works and is new enough, from this machine, or else fetched into our own folder. */
export async function ensureUv(
  parts: PrepareParts,
  options: { readonly installer: Installer; readonly allowWeaker: boolean; readonly progress: Progress },
): Promise<Bootstrapped> {
  const { machine, knowledge } = parts;
  for (const uv of await findUv(machine, knowledge.uv.version)) {
    const mark = await markOf(uv);
    const isSeen = mark !== null && parts.seenUv.get(uv) === mark;
    if (isSeen || (await isNewEnough(uv, parts, options))) {
      if (mark !== null) parts.seenUv.set(uv, mark);
      return { kind: 'ready', uv };
    }
  }
  const environments = await parts.listEnvironments(options.progress);
  const { index } = await parts.readIndexes();
  const { installer, progress } = options;
  return bootstrapUv({ machine, knowledge, environments, installer, index, signal: progress.signal });
}

/** Changes with the file; null: it is gone. */
async function markOf(path: string): Promise<string | null> {
  return stat(path).then(
    ({ ino, size, mtimeMs }) => `${ino} ${size} ${mtimeMs}`,
    () => null,
  );
}

async function isNewEnough(
  uv: string,
  parts: PrepareParts,
  options: { readonly allowWeaker: boolean; readonly progress: Progress },
): Promise<boolean> {
  const { variables } = installerBlock(parts.machine);
  const confined = await confine(
    parts.sandbox,
    {
      command: [uv, '--version'],
      workingFolder: parts.machine.folders.install,
      readOnly: [dirname(uv), parts.machine.folders.install],
      writable: [],
      network: 'none',
      environment: variables,
    },
    { allowWeaker: options.allowWeaker },
  );
  if (confined.kind === 'noSandbox') return false;
  const chunks: Buffer[] = [];
  const take = (bytes: Buffer) => {
    chunks.push(bytes);
  };
  await withSignal(options.progress.signal, (signal) =>
    parts.runProcess({
      command: confined.command,
      limits: {
        seconds: ASK_SECONDS,
        memoryBytes: null,
        outputBytes: 65_536,
        processes: null,
        diskBytes: null,
        diskFolder: null,
      },
      signal,
      input: null,
      onStdout: take,
      onStderr: () => undefined,
    }),
  );
  options.progress.signal.throwIfAborted();
  return isVersionFrom(Buffer.concat(chunks).toString('utf8'), OLDEST);
}

/** Reads `uv 0.13.9 (…)`. */
export function isVersionFrom(answer: string, oldest: readonly [number, number]): boolean {
  const [, major, minor] = /^uv (\d+)\.(\d+)\./.exec(answer) ?? [];
  if (major === undefined || minor === undefined) return false;
  return Number(major) > oldest[0] || (Number(major) === oldest[0] && Number(minor) >= oldest[1]);
}
