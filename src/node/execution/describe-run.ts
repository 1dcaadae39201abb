import { join } from 'node:path';
import type { Confinement } from '../../core/ports/sandbox';
import type { RunRequest } from '../../core/ports/script-runner';
import type { SandboxLevel } from '../../protocol/execution';
import type { CaseFolder } from './case-folder';
import { chooseDevices } from '../hardware/choose-devices';
import { finishedBytecode } from '../python/bytecode/bytecode-place';
import { finishedFonts } from '../python/fonts/finished-fonts';
import { environmentBlock } from './environment-block';
import { findHidden } from './find-hidden';
import { interpreterPlaces } from './interpreter-places';
import { RECORD_KEY_LENGTH } from './record-key';

const MEBIBYTE = 1024 * 1024;
/** Home of a script inside the sandbox: a folder in memory. */
export const HOME_INSIDE = '/home/reprise';
/** Most bytes in memory for temporary files, and for what processes share. */
const TEMPORARY_BYTES = 2048 * MEBIBYTE;
const SHARED_MEMORY_BYTES = 2048 * MEBIBYTE;

export interface DescribeRunOptions {
  readonly dataFolder: string;
  /** Holds `python/reprise_runner.py`. */
  readonly resourcesFolder: string;
  /** The host's own environment: only what describes its hardware is handed on. */
  readonly environmentBlock: Readonly<Record<string, string | undefined>>;
}

/** What a run sees and does. */
export async function describeRun(
  options: DescribeRunOptions,
  request: RunRequest,
  level: SandboxLevel,
  folder: Pick<CaseFolder, 'work' | 'home' | 'temporary'>,
): Promise<Confinement> {
  const { environment, project, data, mode, seed } = request;
  const runnerFolder = join(options.resourcesFolder, 'python');
  const places = await interpreterPlaces(environment, options.environmentBlock['HOME'] ?? null);
  const sourceRoots = project?.sourceRoots ?? [];
  const bytecode = await finishedBytecode(options.dataFolder, environment);
  const isConfined = level.level !== 'limitsOnly';
  const hasMemoryFolders = level.level === 'bubblewrap';
  const devices = await chooseDevices(request.devices ?? null);
  const script = [request.scriptName, ...request.arguments];
  return {
    command: [
      ...[environment.interpreter, '-u'],
      ...(mode === 'recorded'
        ? [join(runnerFolder, 'reprise_runner.py'), '--record-fd', '3', ...runnerArguments(request)]
        : []),
      ...script,
    ],
    workingFolder: folder.work,
    readOnly: [
      ...places.folders,
      ...(bytecode === null ? [] : [bytecode]),
      ...(mode === 'recorded' ? [runnerFolder] : []),
      ...(project === null ? [] : [project.folder, ...sourceRoots]),
      ...(data === null ? [] : [data]),
    ],
    writable: [folder.work, ...(level.level === 'seatbelt' ? [folder.home, folder.temporary] : [])],
    hidden: isConfined && project !== null ? await findHidden(project.folder) : [],
    homeFiles: hasMemoryFolders ? await finishedFonts(options.dataFolder, environment, HOME_INSIDE) : [],
    network: 'none',
    environment: environmentBlock({
      environment,
      isVirtual: places.isVirtual,
      hostBlock: options.environmentBlock,
      home: hasMemoryFolders ? HOME_INSIDE : folder.home,
      temporaryFolder: hasMemoryFolders ? null : folder.temporary,
      seed,
      bytecode,
      sourceRoots: mode === 'plain' ? sourceRoots : [],
      devices: devices.variables,
    }),
    gpu: devices.usesCards,
    ...(devices.hiddenNodes.length === 0 ? {} : { hiddenDevices: devices.hiddenNodes }),
    temporaryBytes: Math.min(TEMPORARY_BYTES, request.limits.diskBytes),
    sharedMemoryBytes: SHARED_MEMORY_BYTES,
  };
}

/** Of the runner, from its seed to the end of its own. */
export function runnerArguments({ seed, project, watchFinite, watchReached }: RunRequest): readonly string[] {
  return [
    ...['--record-key', String(RECORD_KEY_LENGTH)],
    ...(seed === null ? [] : ['--seed', String(seed)]),
    ...(watchFinite === true ? ['--watch', 'finite'] : []),
    ...(watchReached === true ? ['--watch', 'reached'] : []),
    ...(project === null ? [] : ['--project', project.folder]),
    ...(project?.sourceRoots ?? []).flatMap((root) => ['--path', root]),
    '--',
  ];
}
